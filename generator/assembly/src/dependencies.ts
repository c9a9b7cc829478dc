import { ApiObject, App, Chart } from 'cdk8s';
import { IConstruct } from 'constructs';

type Edges = Map<IConstruct, Set<IConstruct>>;

/** A cycle among the dependencies of charts, and one among those in a chart; each construct on it once. */
export function cyclesIn(app: App): IConstruct[][] {
  return [chartDependencies(app), objectDependencies(app)].map(cycleIn).filter((cycle) => cycle.length > 0);
}

/** The dependencies of charts, as cdk8s makes them of those of all constructs in them. */
function chartDependencies(app: App): Edges {
  const edges: Edges = new Map();
  for (const source of app.node.findAll()) {
    if (Chart.isChart(source)) {
      source.node.children.filter((child) => Chart.isChart(child)).forEach((nested) => addEdge(edges, source, nested));
    }
    for (const target of source.node.dependencies) {
      const [from, to] = [chartOf(source), chartOf(target)];
      if (from && to && (from !== to || (Chart.isChart(source) && Chart.isChart(target)))) {
        addEdge(edges, from, to);
      }
    }
  }
  return edges;
}

/** The dependencies of what is in one chart: of the constructs that name each other, and of the objects below them. */
function objectDependencies(app: App): Edges {
  const edges: Edges = new Map();
  for (const source of app.node.findAll().filter((construct) => !Chart.isChart(construct))) {
    for (const target of source.node.dependencies.filter((each) => !Chart.isChart(each) && chartOf(each) === chartOf(source))) {
      addEdge(edges, source, target);
      for (const from of objectsBelow(source)) {
        objectsBelow(target).filter((to) => to !== from).forEach((to) => addEdge(edges, from, to));
      }
    }
  }
  return edges;
}

function objectsBelow(construct: IConstruct): IConstruct[] {
  return construct.node.findAll().filter((below) => ApiObject.isApiObject(below));
}

function chartOf(construct: IConstruct): IConstruct | undefined {
  return construct.node.scopes.reverse().find((scope) => Chart.isChart(scope));
}

function addEdge(edges: Edges, from: IConstruct, to: IConstruct): void {
  edges.set(from, (edges.get(from) ?? new Set()).add(to));
}

function cycleIn(edges: Edges): IConstruct[] {
  const finished = new Set<IConstruct>();
  const route: IConstruct[] = [];
  function cycleFrom(construct: IConstruct): IConstruct[] {
    if (route.includes(construct)) {
      return route.slice(route.indexOf(construct));
    }
    if (finished.has(construct)) {
      return [];
    }
    route.push(construct);
    for (const next of edges.get(construct) ?? []) {
      const cycle = cycleFrom(next);
      if (cycle.length > 0) {
        return cycle;
      }
    }
    route.pop();
    finished.add(construct);
    return [];
  }
  for (const construct of edges.keys()) {
    const cycle = cycleFrom(construct);
    if (cycle.length > 0) {
      return cycle;
    }
  }
  return [];
}
