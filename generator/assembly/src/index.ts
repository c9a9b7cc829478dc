import { ApiObject, App, Chart, DependencyGraph, IResolver, JsonPatch } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';
import { cyclesIn } from './dependencies';
import { refuseUnfitPatches } from './patches';

/** A chart or an object that Python asks for; `place` counts the constructs of an environment in the order of their making. */
interface Description {
  readonly place: number;
  /** Place of the parent; -1 is the environment itself. */
  readonly scope: number;
  readonly id: string;
  /** JSON of the chart's properties, for a chart. */
  readonly chart?: string;
  /** JSON of the manifest, or of its head alone, for an object. */
  readonly manifest?: string;
  /** Whether `manifest` is the head alone. */
  readonly late?: boolean;
}

/** What Python needs to finish one object: metadata alone where the rest is with Python, else all of it. */
interface SurveyedObject {
  /** Path of the construct below its app. */
  readonly path: string;
  /** Place of the construct that Python knows, of the object itself or of its nearest ancestor; -1 is the environment. */
  readonly place: number;
  readonly metadata?: any;
  readonly manifest?: any;
}

/** A chart directly below the environment, with the objects of the charts nested in it. */
interface SurveyedApp {
  readonly name: string;
  readonly place: number;
  readonly objects: SurveyedObject[];
}

/** A construct in a message: the place of the nearest one that Python knows, and the path from there; empty for that one itself. */
interface Mentioned {
  readonly place: number;
  readonly path: string;
}

/** What is wrong with a construct. */
interface SurveyedProblem extends Mentioned {
  readonly message?: string;
  /** Or the constructs by way of which it depends on itself. */
  readonly through?: Mentioned[];
}

/** What cdk8s puts before the reason for which an object has no manifest. */
const WHERE_CDK8S_WAS = /^Failed serializing construct at path '[^']*' with name '[^']*': (Error: )?/;

/** A cdk8s app whose charts and objects arrive in bulk, and whose bodies stay in Python until something here reads them. */
export class Environment extends App {
  private readonly constructs: Construct[] = [];
  private readonly places = new Map<IConstruct, number>();
  private readonly bodiesHere = new Map<number, object>();

  constructor(resolvers: IResolver[], outdir?: string) {
    super({ resolvers, outdir });
    this.node.addValidation({ validate: () => JSON.parse(this.refusals()) });
  }

  /** Make the described constructs (JSON); answers with the place of each that could not be made, and why unless its parent could not either. */
  public define(descriptions: string): string {
    return JSON.stringify(this.defined(descriptions));
  }

  private defined(descriptions: string): [number, string][] {
    const refused: [number, string][] = [];
    for (const { place, scope, id, chart, manifest, late } of JSON.parse(descriptions) as Description[]) {
      const parent = scope < 0 ? this : this.constructs[scope];
      try {
        if (!parent) {
          refused.push([place, '']);
        } else if (chart) {
          new Application(parent, id, chart, place);
        } else if (manifest) {
          new ManifestObject(parent, id, manifest, late, place);
        }
      } catch (error) {
        refused.push([place, (error as Error).message]);
      }
    }
    return refused;
  }

  /** Hand out the constructs at some places (JSON list). */
  public claim(places: string): Construct[] {
    return (JSON.parse(places) as number[]).map((place) => this.constructs[place]);
  }

  /** Make what is described, as `define` does, then validate and resolve dependencies as `synth` does, and report every object (JSON). */
  public survey(descriptions: string): string {
    const refused = this.defined(descriptions);
    try {
      return JSON.stringify({ refused, ...this.surveyedApps() });
    } catch (error) {
      return JSON.stringify({ refused, failure: (error as Error).message });
    }
  }

  private surveyedApps(): { apps: SurveyedApp[]; problems: SurveyedProblem[] } {
    const constructs = this.node.findAll();
    const depends = constructs.some((construct) => construct.node.dependencies.length > 0);
    const problems = [...this.invalid(constructs), ...(depends ? this.cycles() : [])];
    const inOrder = depends && problems.length === 0;
    if (inOrder) {
      this.resolve();
    }
    const apps = new Map<IConstruct, SurveyedApp>();
    for (const chart of (depends ? this.node.findAll() : constructs).filter((construct) => Chart.isChart(construct)) as Chart[]) {
      const top = chart.node.scopes.find((scope) => Chart.isChart(scope)) as Chart;
      if (!apps.has(top)) {
        apps.set(top, { name: top.node.path.replaceAll('/', '-'), place: this.nearestPlace(top), objects: [] });
      }
      const above = top.node.path.length + 1;
      const objects = objectsOf(chart, inOrder);
      this.fetch(objects.filter((object) => this.isLate(object) && object._isPatched));
      for (const object of objects) {
        try {
          apps.get(top)?.objects.push(this.surveyed(object, above));
        } catch (error) {
          problems.push({ ...this.mentioned(object), message: (error as Error).message.replace(WHERE_CDK8S_WAS, '') });
        }
      }
    }
    return { apps: [...apps.values()], problems };
  }

  /** The bodies of the objects at some places (JSON list in, JSON list out): Python's to answer. */
  public bodies(places: string): string {
    throw new Error(`Python has the bodies of the objects at ${places}`);
  }

  /** What is wrong with the environment (JSON list of messages): Python's to answer. */
  public refusals(): string {
    return '[]';
  }

  /** @internal */
  public _register(construct: Construct, place: number): void {
    this.constructs[place] = construct;
    this.places.set(construct, place);
  }

  /** @internal */
  public _bodyOf(object: ManifestObject): Record<string, any> {
    const place = this.places.get(object) as number;
    if (!this.bodiesHere.has(place)) {
      this.fetch(this.constructs.filter((construct) => this.isLate(construct)));
    }
    return this.bodiesHere.get(place) as object;
  }

  /** Get the bodies of some objects from Python, all in one call. */
  private fetch(objects: IConstruct[]): void {
    const places = objects.map((object) => this.places.get(object) as number).filter((place) => !this.bodiesHere.has(place));
    if (places.length > 0) {
      const bodies = JSON.parse(this.bodies(JSON.stringify(places)));
      places.forEach((place, index) => this.bodiesHere.set(place, bodies[index]));
    }
  }

  /** Order the objects by their dependencies, of which cdk8s makes those of single objects whenever it renders a chart. */
  private resolve(): void {
    const whole = new Chart(this, 'survey.heliostat.dev');
    try {
      whole.toJson();
    } finally {
      this.node.tryRemoveChild(whole.node.id);
    }
  }

  private invalid(constructs: IConstruct[]): SurveyedProblem[] {
    return constructs.flatMap((construct) => {
      let messages: string[];
      try {
        messages = construct.node.validate();
      } catch (error) {
        messages = [(error as Error).message];
      }
      return messages.map((message) => ({ ...this.mentioned(construct), message }));
    });
  }

  private cycles(): SurveyedProblem[] {
    return cyclesIn(this).map(([first, ...others]) => ({ ...this.mentioned(first), through: others.map((each) => this.mentioned(each)) }));
  }

  private mentioned(construct: IConstruct): Mentioned {
    const place = this.nearestPlace(construct);
    const known = place < 0 ? this : this.constructs[place];
    return { place, path: construct.node.path.slice(known.node.path.length).replace(/^\//, '') };
  }

  /** Report an object; `above` is the length of the path that leads to its app. */
  private surveyed(object: ApiObject, above: number): SurveyedObject {
    const path = object.node.path.slice(above);
    const place = this.nearestPlace(object);
    if (this.isLate(object)) {
      if (!object._isPatched) {
        return { path, place, metadata: object.metadata.toJson() };
      }
      object._complete();
    }
    refuseUnfitPatches(object);
    return { path, place, manifest: object.toJson() };
  }

  /** Not by `instanceof`, which cdk8s has made true of every ApiObject. */
  private isLate(construct: IConstruct): construct is ManifestObject {
    return this.places.has(construct) && (construct as ManifestObject)._isLate;
  }

  private nearestPlace(construct: IConstruct): number {
    const own = this.places.get(construct);
    if (own !== undefined) {
      return own;
    }
    const known = construct.node.scopes.reverse().find((scope) => this.places.has(scope));
    return known ? (this.places.get(known) as number) : -1;
  }
}

/** A chart whose objects are named for their path, without a hash. */
export class Application extends Chart {
  constructor(scope: Construct, id: string, properties: string, place: number) {
    super(scope, id, { ...JSON.parse(properties), disableResourceNameHashes: true });
    (this.node.root as Environment)._register(this, place);
  }
}

/** An object with any fields. Of one that is late, `manifest` is the head alone: its body comes from Python when it is read. */
export class ManifestObject extends ApiObject {
  /** @internal */
  public readonly _isLate: boolean;

  /** @internal */
  public _isPatched = false;

  private hasBody: boolean;
  private readonly patchesToCome: JsonPatch[] = [];

  constructor(scope: Construct, id: string, manifest: string, late?: boolean, place?: number) {
    super(scope, id, JSON.parse(manifest));
    this._isLate = late ?? false;
    this.hasBody = !this._isLate;
    if (place !== undefined) {
      (this.node.root as Environment)._register(this, place);
    }
  }

  public addJsonPatch(...ops: JsonPatch[]): void {
    this._isPatched = true;
    if (this.hasBody) {
      super.addJsonPatch(...ops);
    } else {
      this.patchesToCome.push(...ops);
    }
  }

  public toJson(): any {
    this._complete();
    return super.toJson();
  }

  /** @internal */
  public _complete(): void {
    if (!this.hasBody) {
      const body = (this.node.root as Environment)._bodyOf(this);
      super.addJsonPatch(...Object.keys(body).map((key) => JsonPatch.add(`/${escaped(key)}`, body[key])), ...this.patchesToCome);
      this.hasBody = true;
    }
  }
}

function objectsOf(chart: Chart, inOrder: boolean): ApiObject[] {
  const constructs = inOrder ? new DependencyGraph(chart.node).topology() : chart.node.findAll();
  return constructs.filter((construct) => ApiObject.isApiObject(construct) && Chart.of(construct) === chart) as ApiObject[];
}

/** A key as a step of a JSON pointer (RFC 6901). */
function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
