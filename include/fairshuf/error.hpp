// SPDX-License-Identifier: MIT
//
// error.hpp - errors as std::error_code and as exceptions.
#ifndef FAIRSHUF_ERROR_HPP
#define FAIRSHUF_ERROR_HPP

#include <new>
#include <string>
#include <system_error>
#include <type_traits>

#include "../fairshuf.h"

// Code with and without exceptions can be in one program, but their functions differ, so
// they have different names. They cannot share a fair::rng.
#if defined(__cpp_exceptions) || defined(__EXCEPTIONS) || defined(_CPPUNWIND)
#define FAIR_CPP_EXCEPTIONS 1
#define FAIR_CPP_MODE with_exceptions
#else
#define FAIR_CPP_EXCEPTIONS 0
#define FAIR_CPP_MODE without_exceptions
#endif

namespace fair
{
inline namespace FAIR_CPP_MODE
{

// The errors of this header. The category knows the other FAIR_E... of fairshuf.h, too.
enum class errc {
    invalid_argument = FAIR_EINVAL,
    no_memory = FAIR_ENOMEM,
    no_entropy = FAIR_EENTROPY,
    source_failed = FAIR_ESOURCE,
    too_large = FAIR_ERANGE,
    bad_state = FAIR_ESTATE,
    canceled = FAIR_ECANCELED
};

// The category of these errors: its name is "fairshuf", and its messages are those of
// fair_strerror(). std::errc::invalid_argument, not_enough_memory, value_too_large and
// operation_canceled are equivalent to the errors with the same meaning.
inline const std::error_category &category() noexcept;

inline std::error_code make_error_code(errc error) noexcept
{
    return std::error_code(static_cast<int>(error), category());
}

#if FAIR_CPP_EXCEPTIONS
// What the throwing forms throw, except std::bad_alloc. code() says what happened.
class error : public std::system_error
{
  public:
    explicit error(std::error_code code) : std::system_error(code)
    {
    }
};
#endif

namespace detail
{

class error_category final : public std::error_category
{
  public:
    const char *name() const noexcept override
    {
        return "fairshuf";
    }

    std::string message(int error) const override
    {
        return fair_strerror(error);
    }

    std::error_condition default_error_condition(int error) const noexcept override
    {
        switch (error) {
        case FAIR_EINVAL:
            return std::make_error_condition(std::errc::invalid_argument);
        case FAIR_ENOMEM:
            return std::make_error_condition(std::errc::not_enough_memory);
        case FAIR_ERANGE:
            return std::make_error_condition(std::errc::value_too_large);
        case FAIR_ECANCELED:
            return std::make_error_condition(std::errc::operation_canceled);
        default:
            return std::error_condition(error, *this);
        }
    }
};

inline std::error_code code(int error) noexcept
{
    return error == FAIR_OK ? std::error_code() : std::error_code(error, category());
}

#if FAIR_CPP_EXCEPTIONS
inline void check(const std::error_code &ec)
{
    if (ec == make_error_code(errc::no_memory))
        throw std::bad_alloc();
    if (ec)
        throw error(ec);
}
#endif

} // namespace detail

inline const std::error_category &category() noexcept
{
    static const detail::error_category instance;
    return instance;
}

} // namespace FAIR_CPP_MODE
} // namespace fair

namespace std
{
template <> struct is_error_code_enum<fair::errc> : true_type {
};
} // namespace std

#endif
