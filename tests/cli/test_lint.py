"""`heliostat lint` says what is wrong with anybody's manifests, where and in which form it is asked for."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.cli.project import Answer, Project, environment

POD = """\
apiVersion: v1
kind: Pod
metadata:
  name: lonely
  namespace: web{annotations}
spec:
  containers:
    - name: main
      image: main:1
      imagePullPolcy: Always
"""
RIGHT = POD.replace("Polcy", "Policy").format(annotations="")
WRONG = POD.format(annotations="")
FOUND = "pod.yaml:10:7: error[schema_violation]: Pod/web/lonely: "
CLUSTER = """\
apiVersion: ray.io/v1
kind: RayCluster
metadata: {name: a, namespace: web}
spec:
  rayVersion: 2.52.0
  headGroupSpec:
    rayStartParams: {}
    template:
      spec:
        containers:
          - {name: ray, image: "rayproject/ray:2.52.0", resources: {limits: {cpu: 500m, memory: 2Gi}, requests: {cpu: 500m, memory: 2Gi}}}
"""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A folder of somebody who has YAML and nothing else."""
    return Project(tmp_path)


def linted(project: Project, files: dict[str, str], *arguments: str) -> Answer:
    """Lint some files."""
    project.write(files)
    return project.heliostat("lint", *arguments)


def test_a_clean_file(project: Project) -> None:
    """It is counted, and the exit code is 0."""
    assert linted(project, {"pod.yaml": RIGHT}, "pod.yaml") == Answer(0, "0 errors, 0 warnings, 0 waived in 1 object of 1 file\n", "")


def test_a_fault(project: Project) -> None:
    """It is told at its line and column, in a folder too, and the exit code is 1."""
    answer = linted(project, {"pod.yaml": WRONG, "b/notes.txt": "a: b: c"}, ".")

    assert (answer.code, answer.stderr) == (1, "")
    assert answer.stdout.startswith(FOUND)
    assert 'did you mean "imagePullPolicy"' in answer.stdout.splitlines()[0]
    assert answer.stdout.endswith("\n1 error, 0 warnings, 0 waived in 1 object of 1 file\n")


def test_warnings(project: Project) -> None:
    """They are clean, unless somebody is strict."""
    answers = [linted(project, {"a.yaml": CLUSTER}, "a.yaml", *more) for more in ([], ["--fail-on", "warning"])]

    assert [answer.code for answer in answers] == [0, 1]
    assert answers[0].stdout == answers[1].stdout
    assert "warning[fractional_cpus]: RayCluster/web/a: " in answers[0].stdout


def test_what_is_piped_in(project: Project) -> None:
    """`-` is what comes from helm or kustomize."""
    read, write = os.pipe()
    os.write(write, WRONG.encode())
    os.close(write)
    answer = project.heliostat("lint", "-", stdin=read)
    os.close(read)

    assert (answer.code, answer.stdout.startswith(FOUND.replace("pod.yaml", "<stdin>"))) == (1, True)


def test_lists_and_several_documents(project: Project) -> None:
    """Each object counts, and a fault is told where it stands in its file."""
    listed = "kind: List\napiVersion: v1\nitems:\n- " + WRONG.replace("\n", "\n  ")
    answer = linted(project, {"pod.yaml": f"{RIGHT}---\n---\n{listed}\n---\nvalues: of somebody\n"}, "pod.yaml")

    assert answer.stdout.startswith("pod.yaml:25:9: error[schema_violation]: Pod/web/lonely: ")
    assert answer.stdout.endswith("in 2 objects of 1 file\n")


def test_what_is_no_yaml(project: Project) -> None:
    """A file that nobody can read is a finding; a template is passed over with what to do, and the others are linted."""
    files = {"bad.yaml": "a: b: c\n", "chart.yaml": "kind: Pod\nmetadata:\n  name: {{ .Values.name }}\n", "pod.yaml": RIGHT}
    answer = linted(project, files, ".")

    assert (answer.code, answer.stderr) == (1, "warning: chart.yaml: is a template; lint what `helm template` makes of it\n")
    assert answer.stdout.startswith("bad.yaml:1:5: error[unreadable_file]: is not YAML: ")
    assert answer.stdout.endswith("\n1 error, 0 warnings, 0 waived in 1 object of 2 files\n")


def test_what_cannot_be_told_from_others(project: Project) -> None:
    """An object without a name is no pass; one that the API server names is linted, and a file of some tool is none of ours."""
    nameless = CLUSTER.replace("name: a,", "name: 5,")
    files = {
        "a.yaml": f"{RIGHT}---\n{nameless}---\napiVersion: v1\nkind: [Pod]\n---\n{WRONG.replace('name: lonely', 'generateName: lonely-')}",
        "chart.yaml": "apiVersion: v2\nname: a\n---\nkind: of somebody\n",
        "kustomization.yaml": "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n",
    }
    answer = linted(project, files, ".")

    assert answer.code == 1
    assert [line for line in answer.stdout.splitlines() if "error[" in line] == [
        "a.yaml:12:1: error[unidentified_object]: an object has the metadata.name 5, which is not text",
        "a.yaml:24:1: error[unidentified_object]: an object has no kind",
        'a.yaml:36:7: error[schema_violation]: Pod/web/lonely-: unknown field, did you mean "imagePullPolicy"',
    ]


def test_nothing_to_lint(project: Project) -> None:
    """A folder without manifests is told, since whoever names it expects some."""
    (project.root / "none").mkdir()

    assert linted(project, {}, "none") == Answer(
        0, "0 errors, 0 warnings, 0 waived in 0 objects of 0 files\n", "warning: none: holds no .yaml, .yml or .json file\n"
    )


def test_what_cannot_be_read(project: Project) -> None:
    """A file that is not there is no pass, and what else was named is linted."""
    answer = linted(project, {"pod.yaml": WRONG}, "gone.yaml", "pod.yaml")

    assert (answer.code, answer.stderr) == (3, "error: gone.yaml: cannot be read: No such file or directory\n")
    assert answer.stdout.startswith(FOUND)


def test_an_annotation_waives(project: Project) -> None:
    """What somebody answers for is counted and not told, until the day after its last one."""
    said = '\n  annotations:\n    heliostat.dev/waive.schema_violation: "a test; until=2030-01-31; owner=web"'
    files = {"pod.yaml": POD.format(annotations=said)}
    waived = linted(project, files, "pod.yaml", "--today", "2030-01-31")
    expired = linted(project, files, "pod.yaml", "--today", "2030-02-01")

    assert waived == Answer(0, "0 errors, 0 warnings, 1 waived in 1 object of 1 file\n", "")
    assert expired.code == 1
    assert "error[expired_waiver]: Pod/web/lonely: waives schema_violation until 2030-01-31, which has passed" in expired.stdout


def test_formats(project: Project) -> None:
    """One goes to standard output, each other one to the file that is named with it."""
    answer = linted(project, {"pod.yaml": WRONG}, "pod.yaml", "--format", "sarif", "--output", "found.sarif", "--format", "json")

    found = json.loads(answer.stdout)
    assert [(each["policy"], each["line"], each["path"]) for each in found["findings"]] == [
        ("schema_violation", 10, "spec.containers[0].imagePullPolcy")
    ]
    assert found["summary"] == {"errors": 1, "warnings": 0, "waived": 0, "objects": 1, "files": 1}
    (run,) = json.loads((project.root / "found.sarif").read_text())["runs"]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["schema_violation"]
    assert "Why it matters" in run["tool"]["driver"]["rules"][0]["help"]["markdown"]


def test_rendered_files_are_judged_by_what_runs_there(project: Project) -> None:
    """Files of an environment take its versions and the waivers of its index; another environment is another cluster."""
    old = environment("old").replace('"old"', '"old", targets=Targets(kuberay="1.5.0")').replace("Environment\n", "Environment, Targets\n")
    project.write({"environments/old.py": old, "environments/new.py": environment("new")})
    assert project.heliostat("render").code == 0
    for name in ("old", "new"):
        file = project.root / "out" / name / "web" / "web" / "a.yaml"
        file.write_text(
            CLUSTER.replace("500m", "1").replace("rayVersion: 2.52.0", "upgradeStrategy: {type: Recreate}\n  rayVersion: 2.52.0")
        )
    answer = project.heliostat("lint")

    assert answer.code == 1
    assert [line.partition(": ")[0] for line in answer.stdout.splitlines() if "error[" in line] == ["out/old/web/web/a.yaml:5:3"]
    assert project.heliostat("lint", "--target", "kuberay=1.7.0").code == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--target", "kuberay"], "--target kuberay: expected PRODUCT=VERSION"),
        (["--target", "kubray=1.7.0"], '--target kubray=1.7.0: expected PRODUCT=VERSION, did you mean "kuberay"'),
        (["--target", "kuberay=0.1.0"], "Targets: kuberay='0.1.0' is not supported; Heliostat knows 1.5, 1.6, 1.7"),
        (["--ignore", "schema_violaton"], 'the command line: there is no policy "schema_violaton", did you mean "schema_violation"'),
        (["--output", "a"], "each --output belongs to the --format before it, and one format at most goes to standard output"),
        (["--format", "json", "--format", "text"], "each --output belongs to the --format before it, and one format at most goes to"),
    ],
)
def test_wrong_usage(project: Project, arguments: list[str], message: str) -> None:
    """It is told with what is expected, and nothing is linted."""
    answer = linted(project, {"pod.yaml": WRONG}, "pod.yaml", *arguments)

    assert (answer.code, answer.stdout) == (2, "")
    assert message in answer.stderr


def test_a_project_chooses(project: Project) -> None:
    """What its configuration switches off is not asked, and what the command line selects is all that is."""
    files = {"a.yaml": CLUSTER, "heliostat.toml": '[lint.policies.fractional_cpus]\nseverity = "error"\n'}

    assert linted(project, files, "a.yaml").code == 1
    assert linted(project, files, "a.yaml", "--ignore", "fractional_cpus").code == 0
    assert linted(project, files, "a.yaml", "--select", "schema_violation").code == 0
