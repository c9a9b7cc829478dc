package heliostat.policies.fractional_cpus

import data.heliostat.manifests

severity := "warning"

problems contains problem if {
	some resource in manifests.resources
	some pod in manifests.ray_pods(resource)
	container := pod.spec.containers[0]
	not says_cpus_itself(pod.group)
	which := read_by_kuberay(container)
	given := container.resources[which].cpu
	amount := manifests.nanos(given)
	amount % 1000000000 != 0
	message := sprintf("gives %s %v of CPU, which Ray counts as %d", [pod.label, given, ceil(amount / 1000000000)])
	problem := manifests.problem(resource, message, array.concat(pod.path, ["containers", 0, "resources", which, "cpu"]))
}

read_by_kuberay(container) := "limits" if {
	object.get(container, ["resources", "limits", "cpu"], null) != null
} else := "requests"

says_cpus_itself(group) if group.rayStartParams["num-cpus"]

says_cpus_itself(group) if {
	some name, _ in group.resources
	lower(name) == "cpu"
}
