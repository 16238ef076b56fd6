import type { Cluster, ClusterProcess } from '../../../tools/product/cluster.ts';
import { childCpu } from './database-cpu.ts';
import { productCpu } from './server-figures.ts';

/** CPU seconds. */
export interface CpuOfRoles {
  edge: number;
  engine: number;
  nats: number;
}

/** The first edge. @throws Error when there is none */
export function edgeOf({ processes }: Cluster): ClusterProcess {
  const edge = processes.find(({ role }) => role === 'edge');
  if (edge === undefined) throw new Error('a cluster without an edge');
  return edge;
}

/** What a cluster's processes have used so far, by what they do. */
export async function clusterCpu({ processes, process }: Cluster): Promise<CpuOfRoles> {
  const of = async (wanted: string): Promise<number> => {
    const used = await Promise.all(processes.filter(({ role }) => role === wanted).map(productCpu));
    return used.reduce((sum, each) => sum + each, 0);
  };
  return { edge: await of('edge'), engine: await of('engine'), nats: childCpu(process.pid ?? 0, 'nats-server') };
}
