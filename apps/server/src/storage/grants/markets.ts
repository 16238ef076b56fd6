import type { TableGrants } from '../grant-kinds.ts';

/** Markets, which process has them, recordings and candles. */
export const MARKETS: Record<string, TableGrants> = {
  markets: {
    columns: {
      select: [
        ...['id', 'number', 'kind', 'title', 'label', 'start_at', 'taker_fee', 'maintenance', 'stale_after_ms'],
        ...['max_jump', 'jump_confirm_ms', 'start_balance', 'parameters', 'created_at', 'withdrawn', 'owner_id'],
        ...['maker_fee', 'funding_hours', 'funding_cap', 'class_rules'],
      ],
      'select update': ['ended'],
    },
    why: 'Markets are made at the first start, by the command line, and as replays by publish_replay. In a running server they can only end.',
  },
  market_keys: {
    columns: { none: ['market_id', 'last_key'] },
    why: 'All prices of days to come follow from the last key: only the owner reads it, at the start.',
  },
  scenarios: {
    columns: { select: ['market_id', 'recipe', 'salt', 'blind', 'end_at'] },
    why: 'Published by publish_scenario together with the market, and read; a recipe never changes.',
  },
  start_prices: {
    columns: { 'select insert': ['market_id', 'symbol', 'price'] },
    why: 'What a pair cost in the base of a scenario at its start is written once and read at every start; it never changes.',
  },
  market_ends: {
    columns: { 'select insert': ['market_id'], insert: ['at'] },
    why: 'Operators ask for the end of a market.',
  },
  market_halts: {
    columns: { 'select insert': ['market_id', 'at', 'reason'] },
    delete: true,
    why: 'A market that was halted stays so over a restart, until it is resumed after a clean check.',
  },
  halted_times: {
    columns: { 'select insert': ['market_id', 'since'], 'select insert update': ['until'] },
    delete: true,
    why: 'When a market was halted: the prices of then move nothing at a restart. Old ones that concern nothing open go.',
  },
  installation: {
    columns: { select: ['id'], none: ['only_one'] },
    why: 'Names this database among those that share a NATS; made with the table, and anew where a backup is restored.',
  },
  processes: {
    columns: {
      'select insert': ['id', 'roles', 'host', 'pid', 'version'],
      select: ['started_at'],
      'select insert update': ['seen_at', 'loop_p99_ms', 'memory_bytes', 'streams'],
    },
    delete: true,
    why: 'Each process says every two seconds that it is there and how it is; one that has left is forgotten.',
  },
  market_owners: {
    columns: {
      'select insert': ['market_id'],
      'select insert update': ['process_id', 'backend_pid', 'term', 'seen_at'],
    },
    why: 'Which process has a market, and on which connection. The lock decides; a term only grows.',
  },
  recordings: {
    columns: { select: ['id', 'market_id', 'symbol', 'price_decimals'] },
    why: 'What replays of before there were datasets play. None is added any more.',
  },
  klines: {
    columns: { select: ['recording_id', 'time', 'open', 'high', 'low', 'close', 'volume'] },
    why: 'The prices of replays: whoever could change them could choose who wins.',
  },
  datasets: {
    columns: { 'select insert': ['id', 'story', 'provenance', 'sha256', 'created_at'] },
    why: 'Recordings are brought in by operators and the command line. What is there never changes.',
  },
  dataset_series: {
    columns: {
      select: ['id'],
      'select insert': ['dataset_id', 'symbol', 'price_decimals', 'first', 'last', 'minutes'],
    },
    why: 'Written with its recording; a trigger lets nothing be added to one that is there.',
  },
  dataset_packs: {
    columns: { 'select insert': ['series_id', 'day', 'candles'] },
    why: 'Written with its recording; a trigger lets nothing be added to one that is there.',
  },
  replay_sessions: {
    columns: {
      'select insert': ['market_id', 'user_id', 'dataset_id', 'symbols', 'start_at', 'masked', 'created_at'],
      'select insert update': ['playhead', 'path_step', 'speed'],
      'select update': ['owner', 'term', 'taken_at'],
    },
    why: 'A personal replay is started, where it stands goes on, and one process after another has it.',
  },
  candle_series: {
    columns: { select: ['id'], 'select insert': ['market_id', 'symbol', 'interval'] },
    why: 'A series begins with its first candle.',
  },
  candles: {
    columns: {
      'select insert': ['series_id', 'time'],
      'select insert update': ['open', 'high', 'low', 'close', 'volume'],
    },
    delete: true,
    why: 'Candles are drawn from prices, drawn again while the newest grows, and dropped when old. Nothing is filled by them.',
  },
  candle_packs: {
    columns: { 'select insert': ['series_id', 'day'], 'select insert update': ['oldest', 'newest', 'candles'] },
    delete: true,
    why: 'The same candles in less space, once their hour is over.',
  },
};
