import type { Alerts } from '../alerts/alerts.ts';
import type { ClassAdmission } from '../classes/admission.ts';
import type { Markets } from '../engine/market-port.ts';
import type { Sessions } from '../identity/sessions.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import type { Opened } from '../lib/opened.ts';
import type { AccountIds } from '../queries/account-ids.ts';
import type { AccountReader } from '../queries/ports.ts';
import type { Drills } from '../replays/drills/drills.ts';
import type { ReplaySessionDesk } from '../replays/sessions.ts';
import type { Notifications } from '../storage/notifications.ts';
import { StreamHub } from '../streams/hub.ts';
import type { ShownMarkets } from '../streams/shown-markets.ts';
import { Streams, type StreamLimits } from '../streams/streams.ts';
import { createAlertsView } from '../wire/alerts.ts';
import { toWireDrill } from '../wire/drills.ts';
import { createPaymentsView } from '../wire/payments.ts';
import type { Cluster } from './cluster.ts';
import type { PracticeMoney } from './practice-money.ts';

export interface StreamsOptions {
  clock: Clock;
  log: Logger;
  limits: StreamLimits;
  /** null: the process is alone. */
  cluster: Cluster | null;
  notifications: Notifications;
  sessions: Sessions;
  markets: Markets;
  accountIds: AccountIds;
  reader: AccountReader;
  shown: ShownMarkets;
  money: Pick<PracticeMoney, 'payments' | 'wallets' | 'listen'>;
  replays: { sessions: ReplaySessionDesk; drills: Drills };
  admission: ClassAdmission;
  alerts: Alerts;
}

/** The streams, and the hub that hears of what happens to markets, practice money and drills, whichever process it is in. */
export async function openStreams(
  options: StreamsOptions,
  opened: Opened,
): Promise<{ hub: StreamHub; streams: Streams }> {
  const { clock, log, cluster, notifications, markets, accountIds, reader, shown } = options;
  const { money, replays, admission } = options;
  const feed = cluster?.accounts();
  opened.add(() => feed?.stop());
  const hub = new StreamHub({
    ...{ markets, accountIds, reader, shown },
    admit: (market, userId) =>
      replays.sessions.isPersonal(market) ? replays.sessions.admit(market, userId) : admission.toLook(market, userId),
    drill: async (market) => toWireDrill(await replays.drills.read(market)),
    payments: createPaymentsView({
      operations: money.payments.operations,
      wallets: money.wallets,
      ...{ accountIds, marketId: markets.mainId, clock },
    }),
    alerts: createAlertsView(options.alerts),
    onError: (error) => log.warn({ err: error }, 'a snapshot for a stream could not be read'),
    ...(cluster === null ? {} : { frames: cluster.frames }),
    ...(feed === undefined ? {} : { followAccount: feed.follow }),
  });
  const streams = new Streams(hub, options.sessions, clock, options.limits);
  markets.listen(hub);
  money.listen((userId) => {
    hub.payments(userId);
    cluster?.payments.tell(userId);
  });
  cluster?.payments.listen((userId) => hub.payments(userId));
  await notifications.drills((market) => hub.drill(market));
  return { hub, streams };
}
