package heliostat.policies.requests_differ_from_limits

import data.heliostat.manifests

severity := "warning"

default mode := "strict"

mode := data.heliostat_settings.policies.requests_differ_from_limits.mode

problems contains problem if {
	some resource in manifests.resources
	some pod in manifests.ray_pods(resource)
	some field in ["initContainers", "containers"]
	some index, container in pod.spec[field]
	some name, requested in container.resources.requests
	requested != null
	is_compared(name)
	limit := object.get(container, ["resources", "limits", name], null)
	requested != limit
	manifests.nanos(requested) != manifests.nanos(limit)
	named := object.get(container, "name", "")
	message := sprintf("requests %v of %s for the container %q of %s, %s", [requested, name, named, pod.label, told(limit)])
	problem := manifests.problem(resource, message, array.concat(pod.path, [field, index, "resources", "requests", name]))
}

is_compared(_) if mode != "memory-and-gpu"

is_compared("memory")

is_compared(name) if manifests.is_gpu(name)

told(null) := "which has no limit of it"

told(limit) := sprintf("whose limit is %v", [limit]) if limit != null
