import { api } from '@plecho/contract';
import { Problem } from '../../lib/problem.ts';
import { toWireLine, toWireResults } from '../../wire/results.ts';
import { handle } from '../handle.ts';
import { identityOf, type Server, type Services } from '../server.ts';
import { accountOf, marketOf } from '../trading/commands.ts';
import { viewOf } from '../trading/view.ts';

/** Lines of a leaderboard in one answer, one's own aside. */
const SHOWN = 100;

const toMs = (seconds: string | undefined): number | null => (seconds === undefined ? null : Number(seconds) * 1000);

/** The zone that is asked for, or what an offset from UTC is as POSIX writes a zone: what lies east is negative. */
function zoneOf({ zone, offset = '0' }: { zone?: string | undefined; offset?: string | undefined }): string {
  if (zone === undefined) {
    const minutes = Math.abs(Number(offset));
    const clock = [Math.trunc(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
    return `UTC${offset.startsWith('-') ? '+' : '-'}${clock}`;
  }
  try {
    // PostgreSQL takes some names that no zone has for POSIX ones.
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    throw new Problem('invalid_request', { details: { fields: ['zone'] } });
  }
}

/** What trades came to: one's own, and of everybody who wants to be seen. */
export function resultRoutes(app: Server, services: Services): void {
  handle(app, api.results.mine, async (request) => {
    const { season: asked, from, to } = request.query;
    const market = marketOf(services, request.query.market);
    const season = asked === undefined ? null : Number(asked);
    if (season !== null && season > (await viewOf(services, request, market)).account.season) {
      throw new Problem('season_not_found');
    }
    const accountId = await accountOf(services, request, market);
    const view = await services.results.results({
      ...{ accountId, season, from: toMs(from), until: toMs(to), zone: zoneOf(request.query) },
    });
    return toWireResults(market.id, season, view);
  });

  handle(app, api.results.leaders, async (request) => {
    const market = marketOf(services, request.query.market);
    await accountOf(services, request, market);
    const { id } = identityOf(request).user;
    const lines = await services.leaderboard.of(market.id, request.query.season === 'current');
    const shown = lines.filter(({ userId }, n) => n < SHOWN || userId === id);
    return { market: market.id, rated: lines.length, items: shown.map((line) => toWireLine(line, id)) };
  });
}
