import type { Readable } from 'node:stream';
import { api } from '@plecho/contract';
import { Problem } from '../../lib/problem.ts';
import { symbolOf } from '../../replays/uploads.ts';
import { toWireDataset, toWireReport } from '../../wire/datasets.ts';
import { audited } from '../admin/audited.ts';
import { handle } from '../handle.ts';
import type { Server, Services } from '../server.ts';

/** Recordings: everybody reads the list, operators bring in more. */
export function datasetRoutes(app: Server, services: Services): void {
  handle(app, api.replays.datasets, async () => {
    const items = await services.replays.library.list();
    return { items: items.map(toWireDataset) };
  });

  handle(app, api.replays.operatorList, (request) =>
    audited(services, request, { action: 'datasetsViewed' }, async () => {
      const { library, uploads } = services.replays;
      return { items: (await library.list()).map(toWireDataset), imports: uploads.running() };
    }),
  );

  handle(app, api.replays.upload, (request) => {
    const { name } = request.query;
    const symbol = symbolOf(name);
    return audited(services, request, { action: 'datasetImported', details: { symbol } }, async () => {
      const { uploads } = services.replays;
      if (Number(request.headers['content-length'] ?? 0) > uploads.maxBytes) throw new Problem('body_too_large');
      const body = request.body as Readable | undefined;
      if (body === undefined) throw new Problem('unsupported_media_type');
      return toWireReport(await uploads.import(name, body));
    });
  });
}
