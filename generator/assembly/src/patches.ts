import { ApiObject, JsonPatch } from 'cdk8s';

/** An operation of RFC 6902. */
interface Operation {
  readonly op: string;
  readonly path: string;
  readonly from?: string;
}

/** Throw for a JSON patch that does not fit its object, in words that say why: cdk8s fails at it, does nothing, or does nonsense. */
export function refuseUnfitPatches(object: ApiObject): void {
  const patched = object as unknown as { patches: JsonPatch[] };
  const patches = patched.patches;
  if (patches.length === 0) {
    return;
  }
  let document: any;
  patched.patches = [];
  try {
    document = ApiObject.prototype.toJson.call(object);
  } finally {
    patched.patches = patches;
  }
  for (const patch of patches) {
    const operation = patch._toJson() as Operation;
    let fault = faultOf(operation, document);
    try {
      document = fault ? document : JsonPatch.apply(document, patch);
    } catch {
      fault = 'finds another value there'; // `test` is the only one that is left to fail
    }
    if (fault) {
      throw new Error(`JSON patch ${operation.op} "${operation.path}": ${fault}`);
    }
  }
}

function faultOf(operation: Operation, document: any): string | undefined {
  const from = operation.from === undefined ? undefined : missing(document, operation.from, true);
  return from ?? missing(document, operation.path, ['remove', 'test'].includes(operation.op));
}

/** Say how far a JSON pointer (RFC 6901) does not lead, `whole` or but for its last step. */
function missing(document: any, pointer: string, whole: boolean): string | undefined {
  if (pointer !== '' && !pointer.startsWith('/')) {
    return `must begin with "/"`;
  }
  const steps = pointer.split('/').slice(1);
  let value = document;
  for (const [index, step] of steps.entries()) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    const isHolder = typeof value === 'object' && value !== null;
    if (!isHolder || ((whole || index < steps.length - 1) && !Object.prototype.hasOwnProperty.call(value, key))) {
      return `there is no /${steps.slice(0, isHolder ? index + 1 : index).join('/')}`;
    }
    value = value[key];
  }
  return undefined;
}
