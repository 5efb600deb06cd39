#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What flame-farm writes for Open Job Description, as its own library reads it: the template is
valid, a job comes out of it without asking for anything, and its tasks are those of the farm.

    test_openjd.py FOLDER_OF_PROGRAMS GENOMES

Exits with 77 where the package openjd-model of Python is not installed.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

try:
    from openjd.model import (
        StepParameterSpaceIterator,
        create_job,
        decode_job_template,
        preprocess_job_parameters,
    )
except ImportError:
    print(
        "not found: openjd.model (pip install openjd-model): the template is not looked at by its own library"
    )
    sys.exit(77)

TOOLS, GENOMES = (pathlib.Path(word).resolve() for word in sys.argv[1:3])


def job_of(work, *words):
    """Has flame-farm write a template and makes a job of it, as a client that submits does."""
    made = subprocess.run(
        [TOOLS / "flame-farm", "openjd", *words],
        cwd=work,
        check=True,
        capture_output=True,
        text=True,
    )
    path = pathlib.Path(made.stdout.strip())
    template = decode_job_template(template=json.loads(path.read_text()))
    values = preprocess_job_parameters(
        job_template=template,
        job_parameter_values={},
        job_template_dir=path.parent,
        current_working_dir=work,
    )
    assert values["Folder"].value == str(path.parent), values
    return create_job(job_template=template, job_parameter_values=values)


def tasks_of(step):
    return [
        int(task["Task"].value) for task in StepParameterSpaceIterator(space=step.parameterSpace)
    ]


def main():
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder).resolve()
        flamec = [TOOLS / "flamec", GENOMES / "rose-window.flame", "--target=ptx"]
        subprocess.run([*flamec, "-o", "still.cubin"], cwd=work, check=True, capture_output=True)
        subprocess.run(
            [*flamec, "--loop", "0", "--nframes=24", "-o", "edge.cubin"],
            cwd=work,
            check=True,
            capture_output=True,
        )

        job = job_of(work, "edge.cubin", "-o", "out/%05d.png", "--chunk=4", "--", "--device=cpu")
        assert [step.name for step in job.steps] == ["Render", "Finish"], job.steps
        assert tasks_of(job.steps[0]) == [1, 2, 3, 4, 5, 6], tasks_of(job.steps[0])

        # A name that would be an expression, a part that is there, GPUs.
        still = [
            TOOLS / "flame-farm",
            "parallel",
            "still.cubin",
            "-o",
            "still.png",
            "--tasks=3",
            "--folder={{x}}.farm",
            "--",
            "--device=cpu",
            "--size=64x36",
        ]
        subprocess.run(still, cwd=work, check=True, capture_output=True)
        subprocess.run(
            [TOOLS / "flame-farm", "task", "{{x}}.farm", "2"],
            cwd=work,
            check=True,
            capture_output=True,
        )
        job = job_of(
            work,
            "still.cubin",
            "-o",
            "still.png",
            "--tasks=3",
            "--folder={{x}}.farm",
            "--gpus=1",
            "--",
            "--device=cpu",
            "--size=64x36",
        )
        assert tasks_of(job.steps[0]) == [1, 3], tasks_of(job.steps[0])
    return 0


if __name__ == "__main__":
    sys.exit(main())
