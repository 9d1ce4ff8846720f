# SPDX-License-Identifier: MIT
"""hosts_support.py - two hosts on one machine, for tests of programs on several machines.

    with Hosts(folder) as hosts:
        result = hosts.start(mpirun, 2, [program]).wait(60)     2 ranks on each host

A host is a network namespace with a host name of its own, and a mount namespace for each program
that is started there. The two are joined by a pair of virtual Ethernet devices. `setup` has shell
commands for each host, which can mount what only this host is to see. Needs root and iproute2.
"""
import os
import pathlib
import re
import shutil
import subprocess

from mpi_support import Job

NETWORK = "10.99.0"  # nobody else is in these namespaces, so it can be any network
PREFIX = "fairshuf"
ENTER = """#!/bin/sh
# enter HOST COMMAND... - runs a command on a host, as ssh would.
host=$1
shift
case $host in
{cases}
*) echo "enter: no host $host" >&2; exit 1 ;;
esac
export FAIRSHUF_SETUP="$setup" FAIRSHUF_COMMAND="$*" FAIRSHUF_NAME="$space"
exec ip netns exec "$space" unshare --uts --mount --propagation private sh -c '
    set -e; hostname "$FAIRSHUF_NAME"; eval "$FAIRSHUF_SETUP"; eval "exec $FAIRSHUF_COMMAND"'
"""


def missing():
    """Why there cannot be hosts here; None if there can be."""
    if os.geteuid() != 0:
        return "only root can make network namespaces"
    for program in ("ip", "unshare"):
        if shutil.which(program) is None:
            return f"there is no {program}"
    name = f"{PREFIX}-{os.getpid()}-try"
    made = subprocess.run(["ip", "netns", "add", name], capture_output=True, text=True,
                          check=False)
    if made.returncode != 0:
        return "no network namespaces: " + made.stderr.strip()
    subprocess.run(["ip", "netns", "delete", name], check=False)
    return None


def remove_abandoned():
    """Removes namespaces of tests that were killed: those of processes that have ended."""
    names = subprocess.run(["ip", "netns", "list"], capture_output=True, text=True,
                           check=False).stdout
    for name, process in re.findall(rf"^({PREFIX}-(\d+)-\w+)", names, re.M):
        if not os.path.exists(f"/proc/{process}"):
            subprocess.run(["ip", "netns", "delete", name], check=False)


class Hosts:
    """Two hosts. Remove them with close(), or use `with`."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.spaces = [f"{PREFIX}-{os.getpid()}-{letter}" for letter in "ab"]
        self.addresses = [f"{NETWORK}.{number}" for number in (1, 2)]
        remove_abandoned()
        try:
            for space in self.spaces:
                self._ip("netns", "add", space)
            self._ip("link", "add", "wire", "netns", self.spaces[0], "type", "veth",
                     "peer", "name", "wire", "netns", self.spaces[1])
            for space, address in zip(self.spaces, self.addresses):
                self._ip("-n", space, "address", "add", f"{address}/24", "dev", "wire")
                self._ip("-n", space, "link", "set", "lo", "up")
                self._ip("-n", space, "link", "set", "wire", "up")
        except BaseException:
            self.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    @staticmethod
    def _ip(*words):
        subprocess.run(["ip", *words], check=True)

    def close(self):
        for space in self.spaces:
            subprocess.run(["ip", "netns", "delete", space], check=False,
                           stderr=subprocess.DEVNULL)

    def _in_each(self, *command):
        for space in self.spaces:
            subprocess.run(["ip", "netns", "exec", space, *command], check=True)

    def slow_down(self, rate):
        """Limits the speed of the network, in the units of tc."""
        self._in_each("tc", "qdisc", "replace", "dev", "wire", "root", "tbf", "rate", rate,
                      "burst", "64kb", "latency", "50ms")

    def give_up_after(self, retries):
        """How often the kernel sends data again before a connection is broken."""
        self._in_each("sh", "-c", f"echo {retries} > /proc/sys/net/ipv4/tcp_retries2")

    def cut(self):
        """Cuts the network between the hosts."""
        self._ip("-n", self.spaces[1], "link", "set", "wire", "down")

    def join(self):
        """Joins what was cut."""
        self._ip("-n", self.spaces[1], "link", "set", "wire", "up")

    def start(self, mpirun, ranks, program, setup=("", ""), env=None):
        """Starts a program with Open MPI, with so many ranks on each host. The first ranks are
        on the first host."""
        cases = "\n".join(f"{address}) space={space}; setup='{commands}' ;;"
                          for address, space, commands in zip(self.addresses, self.spaces,
                                                              setup))
        enter = self.folder / "enter"
        enter.write_text(ENTER.format(cases=cases))
        enter.chmod(0o755)
        wire = f"{NETWORK}.0/24"
        options = {"plm_rsh_agent": enter, "btl": "tcp,self", "btl_tcp_if_include": wire,
                   "oob_tcp_if_include": wire, "mpi_yield_when_idle": 1}
        hosts = ",".join(f"{address}:{ranks}" for address in self.addresses)
        command = [mpirun, "--bind-to", "none", "--host", hosts, "-n", 2 * ranks]
        for name, value in options.items():
            command += ["--mca", name, value]
        root = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
        return Job([enter, self.addresses[0], *command, *program], {**root, **(env or {})})
