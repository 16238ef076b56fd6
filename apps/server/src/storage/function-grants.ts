import type { FunctionGrants } from './grant-kinds.ts';

/**
 * The functions of the schema, by name whatever their arguments. All of them look names up in the schema
 * alone and in the temporary one last, so that nobody who calls them can put something else in its place.
 */
export const FUNCTIONS: Record<string, FunctionGrants> = {
  append_batch: {
    as: 'owner',
    execute: true,
    why: 'The one way into the ledger: it checks what it is given and writes what the application may not.',
  },
  draw_ids: {
    as: 'owner',
    execute: true,
    why: 'Gives out ids that nobody has. The sequence that they come from nobody but the owner can set.',
  },
  in_term: {
    as: 'caller',
    execute: true,
    why: 'Lets what an owner writes beside its connection through as long as the market is its own.',
  },
  register_guest: {
    as: 'owner',
    execute: true,
    why: 'Gives a guest a phone and a password. Nobody else’s phone can be changed.',
  },
  end_guest: {
    as: 'owner',
    execute: true,
    why: 'Ends a guest without a living session, and removes what was theirs alone, in one transaction.',
  },
  enter_doors: {
    as: 'owner',
    execute: true,
    why: 'Counts an attempt to log in by the clock of the database, at every door or, when one is shut, at none.',
  },
  leave_doors: {
    as: 'owner',
    execute: true,
    why: 'Takes back an attempt whose password was right or was not looked at.',
  },
  forget_doors: {
    as: 'owner',
    execute: true,
    why: 'Forgets attempts whose time is over by the clock of the database.',
  },
  doors_at: { as: 'caller', why: 'A part of enter_doors.' },
  door_pause: { as: 'caller', why: 'A part of doors_at.' },
  forget_outcomes: {
    as: 'owner',
    execute: true,
    why: 'Deletes answers that nobody can ask for any more; how old they are it judges by the clock of the database.',
  },
  publish_scenario: {
    as: 'owner',
    execute: true,
    why: 'Operators publish scenarios: a market with its recipe, which nobody can change from then on.',
  },
  publish_replay: {
    as: 'owner',
    execute: true,
    why: 'Adds a replay of a recording as a new market, and no market of another kind; a published one never changes.',
  },
  append_log: {
    as: 'owner',
    execute: true,
    why: 'The one way into the log of a market: what it adds follows what is there, and has the hash that is said.',
  },
  pack_log: {
    as: 'owner',
    execute: true,
    why: 'Puts 256 entries into a bundle. The hashes are those of the entries, whatever the caller makes of their data.',
  },
  prune_log: {
    as: 'owner',
    execute: true,
    why: 'Drops what no fill used and is older than a week by the clock of the database.',
  },
  keep_trade_note: {
    as: 'owner',
    execute: true,
    why: 'Writes the note of whoever owns the trade, unless there is a newer one; quotes nothing of it in a message.',
  },
  trade_notes_of: { as: 'owner', execute: true, why: 'The notes of one person on some trades; nobody else’s.' },
  noted_trades: { as: 'owner', execute: true, why: 'Which trades one person has notes on.' },
  trade_tags_of: { as: 'owner', execute: true, why: 'The tags of one person.' },
  trade_tag_words: { as: 'caller', why: 'A part of the functions of notes.' },
  tile_root: { as: 'caller', why: 'A part of pack_log.' },
  append_transfers: { as: 'caller', why: 'A part of append_batch.' },
  open_market_books: { as: 'caller', why: 'Trigger of new markets, which the owner makes.' },
  begin_operations: { as: 'owner', why: 'Trigger that keeps pending_operations.' },
  end_operations: { as: 'owner', why: 'Trigger that keeps pending_operations.' },
  keep_dataset_whole: { as: 'owner', why: 'Trigger that refuses; it looks at which transaction wrote a row.' },
  notify_alert: { as: 'caller', why: 'Trigger that tells every server.' },
  notify_ring: { as: 'caller', why: 'Trigger that tells every server.' },
  end_alerts: { as: 'caller', why: 'Trigger: with its market an alert ends.' },
  notify_drill: { as: 'caller', why: 'Trigger that tells every server.' },
  notify_drill_end: { as: 'caller', why: 'Trigger that tells every server.' },
  notify_identity: { as: 'caller', why: 'Trigger that tells every server.' },
  notify_market: { as: 'caller', why: 'Trigger that tells every server.' },
  notify_market_end: { as: 'caller', why: 'Trigger that tells every server.' },
  is_scenario_name: { as: 'caller', execute: true, why: 'Checked whenever a market changes.' },
  is_recipe: { as: 'caller', why: 'Checked when a scenario is published.' },
  is_market_name: { as: 'caller', execute: true, why: 'Checked whenever a market changes.' },
  are_market_parameters: { as: 'caller', execute: true, why: 'Checked whenever a market changes.' },
  is_replay_name: { as: 'caller', execute: true, why: 'Checked whenever a market changes.' },
  are_replay_parameters: { as: 'caller', execute: true, why: 'Checked whenever a market changes.' },
  are_class_rules: { as: 'caller', execute: true, why: 'Checked whenever a market changes.' },
  is_class_share: { as: 'caller', execute: true, why: 'A part of are_class_rules.' },
  keep_log: { as: 'caller', why: 'Trigger that refuses.' },
  keep_market: { as: 'caller', why: 'Trigger that refuses.' },
  keep_playhead: { as: 'caller', why: 'Trigger that refuses.' },
  keep_term: { as: 'caller', why: 'Trigger that refuses.' },
  refuse_change: { as: 'caller', why: 'Trigger that refuses.' },
};
