/* SPDX-License-Identifier: MIT
 *
 * test_chisq.c - our chi-square tails against those of the GNU Scientific Library.
 */
#include <gsl/gsl_cdf.h>
#include <math.h>

#include "audit/numbers/chisq.h"
#include "audit/orders/position.h"
#include "tests/support/test.h"

/* Beyond a few thousand degrees of freedom GSL itself keeps fewer digits. */
static int agree(double ours, double theirs, double df)
{
    if (theirs < 1e-290)
        return ours < 1e-280;
    return fabs(ours / theirs - 1) < (df < 5000 ? 1e-10 : 1e-6);
}

int main(void)
{
    TEST("both tails agree with GSL")
    for (double df = 1; df < 3e5; df = df < 20 ? df + 1 : floor(df * 1.7))
        for (double z = df < 5000 ? -8 : -6; z <= (df < 5000 ? 30 : 6); z += 0.37) {
            const double x = df + z * sqrt(2 * df);
            if (x <= 0)
                continue;
            const double upper = gsl_cdf_chisq_Q(x, df), lower = gsl_cdf_chisq_P(x, df);
            CHECKF(agree(audit_chisq_upper(x, df), upper, df),
                   "upper %g, df %g: %g, not %g", x, df, audit_chisq_upper(x, df), upper);
            CHECKF(agree(audit_chisq_lower(x, df), lower, df),
                   "lower %g, df %g: %g, not %g", x, df, audit_chisq_lower(x, df), lower);
        }

    TEST("0 and infinity")
    {
        CHECK(audit_chisq_upper(0, 5) == 1 && audit_chisq_lower(0, 5) == 0);
        CHECK(audit_chisq_upper(INFINITY, 5) == 0 && audit_chisq_lower(INFINITY, 5) == 1);
    }

    /* Two matrices that an article published: 5,000,000 shuffles of 10 cards. */
    TEST("the position statistic of the published matrices is 65.47 and 76.49")
    {
        static const uint64_t original[100] = {
            500615, 499952, 499386, 500795, 500351, 499709, 499857, 499349, 501105,
            498881, 500452, 499488, 498818, 499743, 499516, 501202, 498615, 500033,
            500026, 502107, 500301, 500351, 500090, 500974, 499708, 499609, 500116,
            499786, 500193, 498872, 499289, 500363, 500851, 498528, 499877, 500243,
            500888, 500124, 500146, 499691, 499897, 500459, 499878, 499256, 500657,
            500270, 500140, 499611, 499026, 500806, 499366, 500204, 500628, 500118,
            499891, 499173, 500273, 499893, 499671, 500783, 499615, 500372, 499673,
            500288, 500217, 499600, 500635, 500658, 499514, 499428, 500217, 499792,
            500287, 499879, 498955, 500273, 499510, 500427, 501187, 499473, 500317,
            499911, 500070, 500204, 500861, 499790, 499568, 500481, 499326, 499472,
            499931, 499108, 500319, 500215, 499967, 500131, 500398, 499638, 499806,
            500487};
        static const uint64_t modern[100] = {
            500411, 500495, 499267, 500316, 500200, 499850, 499725, 498643, 500952,
            500141, 499717, 499325, 499939, 500295, 499775, 500410, 499581, 500686,
            501378, 498894, 501585, 499353, 499650, 499631, 500592, 499761, 500086,
            499096, 499983, 500263, 500406, 499459, 499668, 500271, 499516, 500302,
            500395, 499994, 500293, 499696, 498385, 499782, 500847, 500419, 501847,
            499747, 499086, 501089, 498607, 500191, 499318, 501604, 499662, 499864,
            499445, 500182, 499702, 500835, 500070, 499318, 499334, 500069, 500707,
            500283, 499720, 499015, 501257, 499547, 499278, 500790, 501063, 499662,
            500282, 499868, 499419, 500529, 500314, 499860, 499364, 499639, 500167,
            499650, 500166, 499631, 500436, 499743, 499956, 500228, 500315, 499708,
            499614, 500601, 499812, 499422, 499050, 500461, 499898, 500022, 499760,
            501360};
        const double x = audit_position_chisq(original, 10, 5000000);
        const double y = audit_position_chisq(modern, 10, 5000000);
        CHECKF(fabs(x - 65.47) < 0.005, "%.3f", x);
        CHECKF(fabs(y - 76.49) < 0.005, "%.3f", y);
        CHECKF(fabs(audit_chisq_upper(x, 81) - 0.895) < 0.0005, "%.4f",
               audit_chisq_upper(x, 81));
        CHECKF(fabs(audit_chisq_upper(y, 81) - 0.621) < 0.0005, "%.4f",
               audit_chisq_upper(y, 81));
    }
    return test_done();
}
