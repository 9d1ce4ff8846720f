# SPDX-License-Identifier: MIT
"""sbom.py - lists what a release contains and depends on, as an SPDX 2.3 document.

dist.py calls it. The document depends only on its arguments, so that it can be reproduced. The
source has no other software in it. What it can be linked with is listed without versions: the
system on which it is built has them. The npm packages of the web page have exact versions, those
of its lockfile.
"""
import base64
import json
import re
import uuid

# The libraries: name, licence, and which program needs it. THIRD-PARTY has their notices.
LIBRARIES = [
    ("xxHash", "BSD-2-Clause", "the command fairshuf"),
    ("libsodium", "ISC", "the command fairshuf"),
    ("libarchive", "BSD-2-Clause", "the command fairshuf"),
    ("zlib", "Zlib", "the commands fairshuf and fairaudit"),
    ("bzip2", "bzip2-1.0.6", "the command fairshuf"),
    ("liblzma", "LicenseRef-public-domain", "the command fairshuf"),
    ("Zstandard", "BSD-3-Clause", "the command fairshuf"),
    ("LZ4", "BSD-2-Clause", "the command fairshuf"),
    ("jansson", "MIT", "the command fairaudit"),
]
# What direct npm dependencies of the web page are for. The others are bundled in the page.
BUILDS = ("BUILD_DEPENDENCY_OF", "builds the web page")
TESTS = ("TEST_DEPENDENCY_OF", "tests the web page")
NPM = {"esbuild": BUILDS, "axe-core": TESTS, "playwright-core": TESTS}
BUNDLED = ("OPTIONAL_DEPENDENCY_OF", "is bundled in the web page, if that is built")


def identifier(name):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.]+", "-", name).strip("-")


def package(name, licence, **more):
    return {"name": name, "SPDXID": identifier(name), "downloadLocation": "NOASSERTION",
            "filesAnalyzed": False, "licenseConcluded": licence, "licenseDeclared": licence,
            "copyrightText": "NOASSERTION", **more}


def relation(one, kind, other, comment=None):
    return {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other,
            **({"comment": comment} if comment else {})}


def npm_purposes(lock):
    """What each npm package is for: that of the direct dependency that needs it."""
    purposes = {}

    def visit(name, purpose):
        if purposes.get(name) in (purpose, BUNDLED):  # bundled counts most
            return
        purposes[name] = purpose
        entry = lock[f"node_modules/{name}"]
        for other in [*entry.get("dependencies", {}), *entry.get("optionalDependencies", {})]:
            visit(other, purpose)

    for name in lock[""]["devDependencies"]:
        visit(name, NPM.get(name, BUNDLED))
    return purposes


def npm_packages(lockfile):
    """(package, relationship, comment) for each package of the lockfile of the web page."""
    lock = json.loads(lockfile)["packages"]
    purposes = npm_purposes(lock)
    for path, entry in sorted(lock.items()):
        if path == "":
            continue
        name = path.rpartition("node_modules/")[2]
        kind, digest = entry["integrity"].split("-", 1)
        purl = f"pkg:npm/{name.replace('@', '%40')}@{entry['version']}"
        yield (package(name, entry["license"], versionInfo=entry["version"],
                       primaryPackagePurpose="LIBRARY",
                       checksums=[{"algorithm": kind.upper(),
                                   "checksumValue": base64.b64decode(digest).hex()}],
                       externalRefs=[{"referenceCategory": "PACKAGE-MANAGER",
                                      "referenceType": "purl", "referenceLocator": purl}])
               | {"SPDXID": identifier(f"npm-{name}")}, *purposes[name])


def document(name, version, date, archive, sha256, lockfile):
    """The SPDX document of a source archive as JSON text. `date` is in ISO 8601, in UTC."""
    source = package("fairshuf", "MIT", versionInfo=version, packageFileName=archive,
                     primaryPackagePurpose="SOURCE",
                     checksums=[{"algorithm": "SHA256", "checksumValue": sha256}])
    source["copyrightText"] = "Copyright (c) 2026 the fairshuf authors"
    libc = package("glibc", "LGPL-2.1-or-later", primaryPackagePurpose="LIBRARY")
    packages = [source, libc]
    relations = [relation("SPDXRef-DOCUMENT", "DESCRIBES", source["SPDXID"]),
                 relation(source["SPDXID"], "DEPENDS_ON", libc["SPDXID"],
                          "or another C library; it is part of static programs")]
    for title, licence, user in LIBRARIES:
        packages.append(package(title, licence, primaryPackagePurpose="LIBRARY"))
        relations.append(relation(identifier(title), "OPTIONAL_DEPENDENCY_OF",
                                  source["SPDXID"], f"{user} needs it; libraries do not"))
    for entry, kind, comment in npm_packages(lockfile):
        packages.append(entry)
        relations.append(relation(entry["SPDXID"], kind, source["SPDXID"], comment))
    unique = uuid.uuid5(uuid.NAMESPACE_OID, sha256)
    return json.dumps({
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": name,
        "documentNamespace": f"https://spdx.org/spdxdocs/{name}-{unique}",
        "creationInfo": {"created": date, "creators": [f"Tool: fairshuf-make-dist-{version}"]},
        "hasExtractedLicensingInfos": [
            {"licenseId": "LicenseRef-public-domain", "name": "public domain",
             "extractedText": "liblzma is in the public domain."}],
        "packages": packages,
        "relationships": relations,
    }, indent=1) + "\n"
