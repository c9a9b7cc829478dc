package heliostat.policies.gpu_without_toleration

import data.heliostat.manifests

severity := "warning"

problems contains problem if {
	some resource in manifests.resources
	some pod in manifests.pods(resource)
	some gpu in gpus(pod)
	message := sprintf("asks in %s for %s and does not tolerate %s", [pod.label, gpu, untold(gpu, pod, resource)])
	problem := manifests.problem(resource, message, array.concat(pod.path, ["tolerations"]))
}

gpus(pod) := {name |
	some field in ["initContainers", "containers"]
	some container in pod.spec[field]
	asked := object.union(
		manifests.mapping(object.get(container, ["resources", "limits"], {})),
		manifests.mapping(object.get(container, ["resources", "requests"], {})),
	)
	some name, amount in asked
	manifests.is_gpu(name)
	not manifests.nanos(amount) in {0, null}
}

# The taint that a pod should tolerate and does not.
untold(gpu, pod, resource) := sprintf("%s of the flavor %s", [show(missing[0][0]), flavors[0].metadata.name]) if {
	flavors := manifests.flavors_for(gpu, pod, resource)
	count(flavors) > 0
	missing := [untolerated(pod, flavor) | some flavor in flavors]
	every taints in missing { count(taints) > 0 }
} else := sprintf("%s:NoSchedule", [gpu]) if {
	given := [flavor |
		some flavor in manifests.flavors_for(gpu, pod, resource)
		count(untolerated(pod, flavor)) == 0
	]
	every flavor in given { count(object.get(flavor, ["spec", "nodeTaints"], [])) == 0 }
	not speaks_of(gpu, pod, given)
}

tolerated(pod, flavor) := array.concat(
	manifests.list(object.get(pod.spec, "tolerations", [])),
	manifests.list(object.get(flavor, ["spec", "tolerations"], [])),
)

untolerated(pod, flavor) := [taint |
	some taint in manifests.list(object.get(flavor, ["spec", "nodeTaints"], []))
	taint.effect in {"NoSchedule", "NoExecute"}
	not is_tolerated(taint, tolerated(pod, flavor))
]

is_tolerated(taint, tolerations) if {
	some by in tolerations
	object.get(by, "effect", taint.effect) == taint.effect
	object.get(by, "key", taint.key) == taint.key
	is_for_value(taint, by)
}

is_for_value(_, by) if by.operator == "Exists"

is_for_value(taint, by) if object.get(by, "value", "") == object.get(taint, "value", "")

# Of flavors whose nodes' taints are not known, each has to be spoken of; without a flavor, the pod speaks for itself.
speaks_of(gpu, pod, []) if is_about_any(gpu, tolerated(pod, {}))

speaks_of(gpu, pod, flavors) if {
	count(flavors) > 0
	every flavor in flavors { is_about_any(gpu, tolerated(pod, flavor)) }
}

is_about_any(gpu, tolerations) if {
	some toleration in tolerations
	object.get(toleration, "effect", "") in {null, "", "NoSchedule"}
	is_about(gpu, toleration)
}

is_about(_, toleration) if {
	object.get(toleration, "key", "") in {null, ""}
	toleration.operator == "Exists"
}

is_about(gpu, toleration) if toleration.key in {gpu, sprintf("%s/gpu", [split(gpu, "/")[0]])}

is_about(_, toleration) if {
	toleration.key != ""
	contains(lower(sprintf("%v %v", [toleration.key, object.get(toleration, "value", "")])), "gpu")
}

# As kubectl spells it.
show(taint) := sprintf("%s=%s:%s", [taint.key, taint.value, taint.effect]) if {
	object.get(taint, "value", "") != ""
} else := sprintf("%s:%s", [taint.key, taint.effect])
