package heliostat.policies.cluster_outlives_job

import data.heliostat.manifests

severity := "warning"

job_paths := {"RayJob.ray.io": ["spec"], "RayCronJob.ray.io": ["spec", "jobTemplate"]}

problems contains problem if {
	some resource in manifests.resources
	path := job_paths[manifests.kind_of(resource)]
	job := manifests.mapping(manifests.at(resource, path))
	"rayClusterSpec" in object.keys(job)
	count(object.get(job, "clusterSelector", {})) == 0
	object.get(job, "shutdownAfterJobFinishes", false) != true
	message := sprintf("keeps its cluster after the job has finished, %s", [reason(resource, job)])
	problem := manifests.problem(resource, message, array.concat(path, ["shutdownAfterJobFinishes"]))
}

reason(resource, job) := "and Kueue takes no job in a queue that does so" if {
	manifests.queue_of(resource)
} else := "and KubeRay takes no suspended job that does so" if {
	job.suspend == true
} else := "and KubeRay takes no ttlSecondsAfterFinished of one that does so" if {
	job.ttlSecondsAfterFinished != 0
} else := "and its nodes with it" if {
	not is_left_to_somebody(job)
}

is_left_to_somebody(job) if job.submissionMode == "InteractiveMode"

is_left_to_somebody(job) if {
	some rule in said(job)
	rule.policy in {"DeleteCluster", "DeleteSelf"}
}

# The rules of a deletion strategy, and its two policies of old.
said(job) := array.concat(
	manifests.list(object.get(job, ["deletionStrategy", "deletionRules"], [])),
	[job.deletionStrategy[when] | some when in ["onSuccess", "onFailure"]],
)
