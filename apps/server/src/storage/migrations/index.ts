import type { Migration } from 'kysely/migration';
import * as identity from './001-identity.ts';
import * as markets from './002-markets.ts';
import * as ledger from './003-ledger.ts';
import * as appendBatch from './004-append-batch.ts';
import * as practiceNetwork from './005-practice-network.ts';
import * as payments from './006-payments.ts';
import * as operators from './007-operators.ts';
import * as appendBatchOfPayments from './008-append-batch.ts';
import * as marketWords from './010-market-words.ts';
import * as marketKeys from './011-market-keys.ts';
import * as answers from './012-answers.ts';
import * as forgetting from './013-forget-outcomes.ts';
import * as knownDevices from './014-known-devices.ts';
import * as extremesOfTrades from './015-extremes-of-trades.ts';
import * as cardPayouts from './016-card-payouts.ts';
import * as candlePacks from './022-candle-packs.ts';
import * as standInExchange from './030-stand-in-exchange.ts';
import * as scenarios from './033-scenarios.ts';
import * as replayAudit from './036-replay-audit.ts';
import * as datasets from './037-datasets.ts';
import * as replaySessions from './038-replay-sessions.ts';
import * as pathSteps from './039-path-steps.ts';
import * as startPrices from './040-start-prices.ts';
import * as processes from './041-processes.ts';
import * as idsInBlocks from './042-ids-in-blocks.ts';
import * as replayOwners from './043-replay-owners.ts';
import * as logs from './044-logs.ts';
import * as orderKinds from './046-order-kinds.ts';
import * as entriesOfPositions from './048-entries-of-positions.ts';
import * as funding from './049-funding.ts';
import * as alerts from './050-alerts.ts';
import * as tradeNotes from './052-trade-notes.ts';
import * as initialStopLoss from './054-initial-stop-loss.ts';
import * as personas from './055-personas.ts';
import * as classes from './056-classes.ts';
import * as classRules from './057-class-rules.ts';
import * as guesses from './058-guesses.ts';
import * as drills from './059-drills.ts';
import * as guests from './060-guests.ts';
import * as lessons from './061-lessons.ts';
import * as classAudit from './064-class-audit.ts';
import * as loginDoors from './065-login-doors.ts';
import * as marketHalts from './066-market-halts.ts';
import * as makerOfOrders from './067-maker-of-orders.ts';
import * as entryBars from './068-entry-bars.ts';
import * as haltedTimes from './069-halted-times.ts';

/** In the order of their names. A migration that has been released is never edited. */
export const MIGRATIONS: Record<string, Migration> = {
  '001-identity': identity,
  '002-markets': markets,
  '003-ledger': ledger,
  '004-append-batch': appendBatch,
  '005-practice-network': practiceNetwork,
  '006-payments': payments,
  '007-operators': operators,
  '008-append-batch': appendBatchOfPayments,
  '010-market-words': marketWords,
  '011-market-keys': marketKeys,
  '012-answers': answers,
  '013-forget-outcomes': forgetting,
  '014-known-devices': knownDevices,
  '015-extremes-of-trades': extremesOfTrades,
  '016-card-payouts': cardPayouts,
  '022-candle-packs': candlePacks,
  '030-stand-in-exchange': standInExchange,
  '033-scenarios': scenarios,
  '036-replay-audit': replayAudit,
  '037-datasets': datasets,
  '038-replay-sessions': replaySessions,
  '039-path-steps': pathSteps,
  '040-start-prices': startPrices,
  '041-processes': processes,
  '042-ids-in-blocks': idsInBlocks,
  '043-replay-owners': replayOwners,
  '044-logs': logs,
  '046-order-kinds': orderKinds,
  '048-entries-of-positions': entriesOfPositions,
  '049-funding': funding,
  '050-alerts': alerts,
  '052-trade-notes': tradeNotes,
  '054-initial-stop-loss': initialStopLoss,
  '055-personas': personas,
  '056-classes': classes,
  '057-class-rules': classRules,
  '058-guesses': guesses,
  '059-drills': drills,
  '060-guests': guests,
  '061-lessons': lessons,
  '064-class-audit': classAudit,
  '065-login-doors': loginDoors,
  '066-market-halts': marketHalts,
  '067-maker-of-orders': makerOfOrders,
  '068-entry-bars': entryBars,
  '069-halted-times': haltedTimes,
};
