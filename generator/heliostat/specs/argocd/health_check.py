"""What tells Argo CD how Ray objects, Kueue objects and Applications are, since it has no health check for any of them (argo-cd 3.6).

What holds for every check in `health/`, and for who decides on waves and hooks:

- A check is Lua 5.1 with the base and table libraries, as Argo CD runs it without `useOpenLibs` (argo-cd 3.6, util/lua/lua.go).
- It answers Healthy, Progressing, Degraded or Suspended, whatever the status holds, and never raises.
- Suspended is a Ray object that waits for Kueue or for a person, and a queue that is stopped. Argo CD takes it for unfinished in a
  sync that has several waves, and in a hook: such a sync goes on until the object runs.
- Where a controller keeps observedGeneration up to date, an object whose spec it has yet to look at is Progressing. KubeRay does so
  for RayService, Kueue for ClusterQueue and LocalQueue; the others leave it behind after edits that change nothing else.
- Cohort, ResourceFlavor, Topology, WorkloadPriorityClass and the configurations of admission checks have no conditions, so no check.
"""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parent / "health"
PRELUDE = "prelude"


def health_checks() -> dict[str, str]:
    """Give the Lua of every check by `<group>_<Kind>`, as argocd-cm's keys `resource.customizations.health.<group>_<Kind>` have it."""
    texts = {path.stem: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.lua"))}
    prelude = texts.pop(PRELUDE)
    return {kind: f"{prelude}\n{text}" for kind, text in texts.items()}
