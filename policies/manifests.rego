# What a policy in Rego looks at: the objects of all files, their pods, and what stands behind a queue.
#
# conftest reads all files together: `conftest test --combine --policy policies FILE…`.
package heliostat.manifests

files := input if {
	is_array(input)
} else := [{"contents": input}]

resources contains resource if {
	some file in files
	some resource in listed(file.contents)
	resource.metadata.name
}

listed(contents) := contents.items if {
	contents.kind == "List"
} else := [contents]

# `RayJob.ray.io`, `Pod`
kind_of(resource) := concat(".", [resource.kind, split(resource.apiVersion, "/")[0]]) if {
	contains(resource.apiVersion, "/")
} else := resource.kind

# `RayJob/team/train`, `ClusterQueue//research`
label_of(resource) := sprintf("%s/%s/%s", [
	resource.kind,
	object.get(resource, ["metadata", "namespace"], ""),
	resource.metadata.name,
])

named[sprintf("%s %s", [kind_of(resource), label_of(resource)])] contains resource if {
	some resource in resources
}

# Made once and whole: a look into `named` itself would go through all objects.
index := {key: found | some key, found in named}

find(kind, name, namespace) := [resource |
	label := sprintf("%s/%s/%s", [split(kind, ".")[0], namespace, name])
	some resource in index[sprintf("%s %s", [kind, label])]
][0]

# What a policy puts among its problems.
problem(resource, message, path) := {"object": label_of(resource), "message": message, "path": path}

# Lists and mappings that are not there, or are something else, are empty.
list(value) := value if {
	is_array(value)
} else := []

mapping(value) := value if {
	is_object(value)
} else := {}

at(resource, path) := object.get(resource, path, null)

# Pods

cluster_paths := {
	"RayCluster.ray.io": ["spec"],
	"RayJob.ray.io": ["spec", "rayClusterSpec"],
	"RayService.ray.io": ["spec", "rayClusterConfig"],
	"RayCronJob.ray.io": ["spec", "jobTemplate", "rayClusterSpec"],
}

submitter_paths := {
	"RayJob.ray.io": ["spec", "submitterPodTemplate"],
	"RayCronJob.ray.io": ["spec", "jobTemplate", "submitterPodTemplate"],
}

template_paths := {
	"Pod": [],
	"PodTemplate": ["template"],
	"ReplicationController": ["spec", "template"],
	"Deployment.apps": ["spec", "template"],
	"StatefulSet.apps": ["spec", "template"],
	"DaemonSet.apps": ["spec", "template"],
	"ReplicaSet.apps": ["spec", "template"],
	"Job.batch": ["spec", "template"],
	"CronJob.batch": ["spec", "jobTemplate", "spec", "template"],
}

# The pods in which Ray runs: {"label", "group", "spec", "path"}, the path being that of the pod's spec.
ray_pods(resource) := heads(resource) | workers(resource)

heads(resource) := {pod |
	path := cluster_paths[kind_of(resource)]
	group := at(resource, array.concat(path, ["headGroupSpec"]))
	is_object(group)
	pod := pod_of("the head", group, group.template, array.concat(path, ["headGroupSpec", "template"]))
}

workers(resource) := {pod |
	path := cluster_paths[kind_of(resource)]
	some index, group in list(at(resource, array.concat(path, ["workerGroupSpecs"])))
	label := sprintf("the worker group %q", [object.get(group, "groupName", "")])
	pod := pod_of(label, group, group.template, array.concat(path, ["workerGroupSpecs", index, "template"]))
}

# Every pod of any kind.
pods(resource) := (ray_pods(resource) | submitters(resource)) | plain_pods(resource)

submitters(resource) := {pod |
	path := submitter_paths[kind_of(resource)]
	pod := pod_of("the submitter", {}, at(resource, path), path)
}

plain_pods(resource) := {pod |
	path := template_paths[kind_of(resource)]
	pod := pod_of("the pod", {}, at(resource, path), path)
}

pod_of(label, group, template, path) := {
	"label": label,
	"group": group,
	"spec": mapping(template.spec),
	"path": array.concat(path, ["spec"]),
}

# Resources

gpu_pattern := `^(.*gpu|[a-z0-9.-]+/gpu[.-].*|nvidia\.com/mig-.*|amd\.com/[a-z]px_nps[0-9]|gpu\.intel\.com/.*)$`

is_gpu(name) if regex.match(gpu_pattern, name)

quantity_pattern := `^([+-]?)([0-9]+\.?[0-9]*|\.[0-9]+)([numkMGTPE]|[KMGTPE]i|[eE][+-]?[0-9]+)?$`

# Billionths of one, for each suffix.
nanos_of := {
	"n": 1, "u": 1000, "m": 1000000, "": 1000000000, "k": 1000000000000, "M": 1000000000000000,
	"G": 1000000000000000000, "T": 1000000000000000000000, "P": 1000000000000000000000000, "E": 1000000000000000000000000000,
	"Ki": 1024000000000, "Mi": 1048576000000000, "Gi": 1073741824000000000, "Ti": 1099511627776000000000,
	"Pi": 1125899906842624000000000, "Ei": 1152921504606846976000000000,
}

# A quantity in billionths, so that equal amounts are equal; null where there is none, or something that is not one.
nanos(value) := amount if {
	type_name(value) in {"string", "number"}
	[[_, sign, digits, suffix]] := regex.find_all_string_submatch_n(quantity_pattern, sprintf("%v", [value]), 1)
	amount := round((to_number(concat("", [sign, "1"])) * to_number(whole(digits))) * factor(suffix))
} else := null

# Digits that Go reads as a number.
whole(digits) := concat("", ["0", trim_suffix(digits, ".")])

factor(suffix) := nanos_of[suffix]

factor(suffix) := to_number(concat("", ["1", suffix])) * 1000000000 if {
	regex.match(`^[eE].`, suffix)
}

# Queues

queue_of(resource) := name if {
	name := resource.metadata.labels["kueue.x-k8s.io/queue-name"]
	is_string(name)
	name != ""
}

cluster_queue_of(resource) := find("ClusterQueue.kueue.x-k8s.io", local.spec.clusterQueue, "") if {
	local := find("LocalQueue.kueue.x-k8s.io", queue_of(resource), object.get(resource, ["metadata", "namespace"], ""))
}

# The flavors that the queue of an object can give to a pod for a resource, in their order; none where nobody can tell.
flavors_for(name, pod, resource) := [flavor | some flavor in found; is_selected(flavor, pod)] if {
	some group in list(cluster_queue_of(resource).spec.resourceGroups)
	name in list(group.coveredResources)
	found := [flavor | some each in list(group.flavors); flavor := find("ResourceFlavor.kueue.x-k8s.io", each.name, "")]
	count(found) == count(group.flavors)
} else := []

is_selected(flavor, pod) if {
	selector := mapping(object.get(pod.spec, "nodeSelector", {}))
	every key, value in mapping(at(flavor, ["spec", "nodeLabels"])) {
		object.get(selector, key, value) == value
	}
}
