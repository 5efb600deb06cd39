#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""flame-farm with a real Slurm: munged, slurmctld and slurmd on this machine, in a folder of their
own.

An array of 20 tasks renders an animation; one of them is killed and requeued while it is at its
work, and the frames are those of one flamerun. A still is rendered in parts, which a dependent job
puts together, and then asked for again: nothing is left to do.

    test_slurm.py FOLDER_OF_PROGRAMS GENOMES

Exits with 77 where the daemons cannot run.
"""

import filecmp
import getpass
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time

TOOLS, GENOMES = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
PATIENCE = 240  # seconds until somebody gives up
SKIPPED = 77

CONF = """\
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket,cred_expire=5
CredType=cred/munge
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/backfill
SchedulerParameters=sched_interval=1,bf_interval=1,batch_sched_delay=0
SlurmdParameters=config_overrides
MailProg=/bin/true
KillWait=2
MinJobAge=600
ReturnToService=2
NodeName={host} NodeAddr=127.0.0.1 CPUs=4 RealMemory=100000 State=UNKNOWN
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


def run(*words, **options):
    words = [str(word) for word in words]
    done = subprocess.run(words, capture_output=True, text=True, **options)
    if done.returncode:
        raise SystemExit(
            f"{' '.join(words)}: exit code {done.returncode}\n{done.stdout}{done.stderr}"
        )
    return done.stdout


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def wait_for(what, question, patience):
    end = time.monotonic() + patience
    while time.monotonic() < end:
        answer = question()
        if answer:
            return answer
        time.sleep(0.1)
    raise TimeoutError(what)


class Cluster:
    """The three daemons; what they write is below `folder`."""

    def __init__(self, folder):
        self.folder, self.daemons = folder, []
        host = socket.gethostname().split(".")[0]
        for name in ("state", "spool"):
            (folder / name).mkdir()
        (folder / "munge.key").write_bytes(os.urandom(128))
        (folder / "munge.key").chmod(0o400)
        (folder / "slurm.conf").write_text(
            CONF.format(host=host, user=getpass.getuser(), folder=folder, ports=free_ports(2))
        )
        os.environ["SLURM_CONF"] = str(folder / "slurm.conf")
        os.environ["PATH"] += ":/usr/sbin"

    def start(self):
        folder = self.folder
        self.daemon(
            "munged",
            "--foreground",
            "--force",
            f"--socket={folder}/munge.socket",
            f"--key-file={folder}/munge.key",
            f"--log-file={folder}/munge.log",
            f"--pid-file={folder}/munge.pid",
            f"--seed-file={folder}/munge.seed",
        )
        wait_for("munged", (folder / "munge.socket").exists, 10)
        self.daemon("slurmctld", "-D", "-i")
        self.daemon("slurmd", "-D")
        wait_for(
            "a node that is idle",
            lambda: "idle"
            in subprocess.run(["sinfo", "-h", "-o", "%T"], capture_output=True, text=True).stdout,
            40,
        )

    def daemon(self, *words):
        with open(self.folder / f"{words[0]}.out", "w") as log:
            self.daemons.append(subprocess.Popen(words, stdout=log, stderr=log))

    def logs(self):
        return "".join(
            f"---- {path.name}\n{path.read_text(errors='replace')[-3000:]}"
            for path in sorted(self.folder.glob("*.[ol][uo][tg]"))
        )

    def stop(self):
        for daemon in reversed(self.daemons):
            daemon.terminate()
        for daemon in self.daemons:
            try:
                daemon.wait(10)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()


def squeue(*words):
    return run("squeue", "-h", "-r", *words).split("\n")[:-1]


def wait_for_the_end():
    wait_for("the end of all jobs", lambda: not squeue(), PATIENCE)


def field(job, name):
    """What scontrol says of a task."""
    for word in run("scontrol", "show", "job", job).split():
        key, _, value = word.partition("=")
        if key == name:
            return value
    return None


def check_same(one, other):
    compared = filecmp.dircmp(one, other)
    assert not compared.left_only and not compared.right_only, (
        compared.left_only,
        compared.right_only,
    )
    _, different, failed = filecmp.cmpfiles(one, other, compared.common_files, shallow=False)
    assert not different and not failed, (different, failed)
    return len(compared.common_files)


def kill_one(folder):
    """Kills the programs of a task that is at its work, and has Slurm make it again. Returns the
    job."""

    def at_work():
        words = [line.split() for line in squeue("-t", "RUNNING", "-o", "%A %i %K") if line]
        return [job for job in words if (folder / f".task-{job[2]}.flamec-lock").exists()]

    job, task, index = wait_for("a task at work", at_work, 60)[-1]
    status = run(TOOLS / "flame-farm", "status", folder)
    assert "running: " in status, status
    run("scontrol", "requeue", task)
    print(f"task {index} was killed and requeued: job {job}, {task}")
    return task


def check_animation(work):
    run(
        TOOLS / "flamec",
        GENOMES / "rose-window.flame",
        "--loop",
        "0",
        "--nframes=40",
        "--target=ptx",
        "-o",
        "edge.cubin",
        cwd=work,
    )
    options = ["--device=cpu", "--size=96x54", "--quality=400"]  # seconds for each task
    run(TOOLS / "flamerun", "edge.cubin", *options, "-o", "one/%05d.png", cwd=work)
    made = run(
        TOOLS / "flame-farm",
        "slurm",
        "edge.cubin",
        "-o",
        "many/%05d.png",
        "--tasks=20",
        "--cpus=1",
        "--memory=1000",
        "--submit",
        "--",
        *options,
        cwd=work,
    )
    assert "submitted tasks 1-20" in made, made
    task = kill_one(work / "edge.farm")
    wait_for_the_end()
    assert field(task, "Restarts") == "1", run("scontrol", "show", "job", task)
    assert field(task, "JobState") == "COMPLETED", run("scontrol", "show", "job", task)
    frames = check_same(work / "one", work / "many")
    print(f"{frames} frames of 20 tasks are those of one process")
    status = run(TOOLS / "flame-farm", "status", "edge.farm", cwd=work)
    assert "done: 20 (1-20)" in status, status


def check_still(work):
    run(
        TOOLS / "flamec",
        GENOMES / "rose-window.flame",
        "--target=ptx",
        "-o",
        "still.cubin",
        cwd=work,
    )
    options = ["--device=cpu", "--size=320x180", "--quality=100"]
    run(TOOLS / "flamerun", "still.cubin", *options, "-o", "one.png", cwd=work)
    command = [
        TOOLS / "flame-farm",
        "slurm",
        "still.cubin",
        "-o",
        "many.png",
        "--tasks=4",
        "--cpus=1",
        "--memory=1000",
        "--submit",
        "--",
        *options,
    ]
    made = run(*command, cwd=work)
    assert "submitted tasks 1-4" in made and "submitted the end" in made, made
    wait_for_the_end()
    assert filecmp.cmp(
        work / "one.png", work / "many.png", shallow=False
    ), "the merged picture is another one"
    (work / "still.farm" / "part-3.fhist").unlink()
    made = run(*command, cwd=work)
    assert "submitted tasks 3 as" in made, made
    wait_for_the_end()
    print("4 parts are the picture of one process, and a lost one was made again")


def main():
    folder = pathlib.Path(tempfile.mkdtemp(prefix="flame-slurm-"))
    os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
    os.environ["XDG_DATA_HOME"] = str(folder / "data")
    (folder / "work").mkdir()
    (folder / "cluster").mkdir()
    cluster = Cluster(folder / "cluster")
    try:
        try:
            cluster.start()
        except TimeoutError as error:
            print(f"Slurm does not run here: waited for {error}\n{cluster.logs()}")
            return SKIPPED
        check_animation(folder / "work")
        check_still(folder / "work")
        return 0
    except (AssertionError, TimeoutError, SystemExit) as error:
        logs = "".join(
            f"---- {path.name}\n{path.read_text(errors='replace')[-2000:]}"
            for path in sorted((folder / "work").glob("*.farm/log/*"))
        )
        print(f"{error}\n{logs}{cluster.logs()}")
        return 1
    finally:
        cluster.stop()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
