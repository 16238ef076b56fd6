/**
 * What looks as if real money could come in or out through it, and why it cannot. A line that no longer
 * applies fails the test, and so does a name that looks like it and has no line.
 */
export type Allowed = Readonly<Record<string, string>>;

export const PATHS: Allowed = {
  '/api/network/addresses/{address}': 'looks up a sim1 address; anything else is not found and is not kept',
  '/api/network/transactions/{hash}': 'looks up a simtx1 hash; anything else is not found and is not kept',
  '/api/wallet': 'the practice wallet: coins of the practice network, at sim1 addresses that the server made',
  '/api/wallet/send': 'sends practice coins to a sim1 address and to nothing else',
  '/api/wallet/transactions': 'what happened in the practice wallet; takes nothing but a page',
  '/api/payments/deposit-addresses': 'sim1 addresses that the server made',
  '/api/payments/deposit/hash': 'takes the simtx1 hash of a transaction that the practice network has',
  '/api/payments/deposit/card': 'takes the name of a practice card, one of four; there is no number',
  '/api/payments/deposit/card/{id}': 'what the simulated bank waits for',
  '/api/payments/deposit/card/{id}/confirm': 'takes the four digits that the page itself shows',
  '/api/payments/deposit/card/{id}/cancel': 'takes nothing but the id of the top-up',
  '/api/payments/withdraw/crypto': 'pays practice coins to a sim1 address and to nothing else',
  '/api/payments/withdraw/card': 'takes the name of a practice card, one of four; there is no number',
  '/api/payments/transactions': 'the list of one’s own operations; takes nothing but filters',
  '/api/payments/transactions/{id}': 'one of one’s own operations; takes nothing but its id',
};

export const REQUEST_FIELDS: Allowed = {
  'POST /api/wallet/send: body address': 'refused unless it is a sim1 address with a right checksum',
  'POST /api/wallet/send: body memo': 'at most six digits: shorter than any card, account or phone number',
  'POST /api/payments/withdraw/crypto: body address': 'refused unless it is a sim1 address with a right checksum',
  'POST /api/payments/withdraw/crypto: body memo': 'at most six digits: shorter than any card, account or phone number',
  'POST /api/payments/withdraw/card: body card': 'one of four names of how a practice card behaves',
  'POST /api/payments/deposit/hash: body txHash': 'refused unless the practice network has this simtx1 hash',
  'POST /api/payments/deposit/card: body card': 'one of four names of how a practice card behaves',
  'POST /api/payments/deposit/card: body amountRub': 'an amount of play roubles, at most 1 000 000: no card number',
  'GET /api/network/addresses/{address}: path address': 'looked up and not kept; not found unless it is a sim1 address',
  'GET /api/network/transactions/{hash}: path hash': 'looked up and not kept; not found unless it is a simtx1 hash',
};

export const ANSWER_FIELDS: Allowed = {
  address: 'sim1 only: its schema says so',
  txHash: 'simtx1 only: its schema says so',
  hash: 'of a transaction or a block of the practice network',
  memo: 'at most six digits, by a CHECK of the database',
  card: 'one of four names of how a practice card behaves',
  bank: 'what the simulated bank asks for: a click or the code that the page shows',
  message: '«Учебное сообщение банка» with the code, made by the server',
  payments: 'the operators’ figures of practice money under way',
  pendingCards: 'how many practice top-ups wait',
  details:
    'of an error: names of fields; of an audited call: values from fixed lists, routes, codes, amounts and phones of users',
};

export const STREAM_FIELDS: Allowed = {
  address: 'sim1 only: its schema says so',
  txHash: 'simtx1 only: its schema says so',
  memo: 'at most six digits, by a CHECK of the database',
  card: 'one of four names of how a practice card behaves',
  wallet: 'balances of the practice wallet',
};

/** Tables by their names, columns as "table.column". */
export const STORED: Allowed = {
  bank_steps: 'what the simulated bank waits for: four digits that the server drew',
  network_addresses: 'sim1 addresses that the server made',
  'bank_steps.expires_at': 'when the simulated bank stops waiting; no card has an expiry date here',
  'command_outcomes.body_hash': 'SHA-256 of a request, to tell a repetition from another request',
  'known_devices.token_hash': 'SHA-256 of what is in the cookie of a device',
  'network_addresses.address': 'sim1 only, by a CHECK',
  'network_balances.address': 'a sim1 address of the table beside it, or the names "new" and "fees"',
  'network_mempool.to_address': 'copied from the transaction, where a CHECK allows sim1 only',
  'network_transactions.from_address': 'sim1 only, by a CHECK',
  'network_transactions.to_address': 'sim1 only, by a CHECK',
  'network_transactions.hash': 'simtx1 only, by a CHECK',
  'network_transactions.memo': 'at most six digits, by a CHECK',
  'network_transactions.origin': 'made by the server: what it was sent for, such as "withdrawal:17"',
  'operations.address': 'sim1 only, by a CHECK',
  'operations.card': 'one of four names, by a CHECK',
  'operations.memo': 'at most six digits, by a CHECK',
  'operations.tx_hash': 'simtx1 only, by a CHECK',
  'audit_log.details':
    'values from fixed lists, routes, codes, amounts that could be moved, phones in E.164; tests post the rest',
  'operator_secret.hash': 'argon2id of the operator secret',
  'sessions.token_hash': 'SHA-256 of what is in the cookie',
  'users.password_hash': 'argon2id of the password',
};

export const SETTINGS: Allowed = {
  BINANCE_REST_URL: 'where prices are fetched from; an address without path, account or query, told to nobody',
  BINANCE_STREAM_URL: 'where prices are heard from; an address without path, account or query, told to nobody',
  DATABASE_URL: 'where PostgreSQL is; read by the server alone',
  NATS_URL: 'where the processes of one installation meet; read by the server alone',
  PUBLIC_URL: 'where the site is reached; shown to nobody, only compared with Host and Origin',
  MARKET_SEED: 'seed of the price generator, at most 64 letters; no list of words',
};

const PASSWORD = 'hashed with argon2id before it is stored; never answered or logged';
const OWN_ID = 'looked up as a number among one’s own and not kept; not found otherwise';
const DECIMAL = 'read as a decimal within bounds; stored as a number or refused';
const PHONE_OF_USER = 'looked up as E.164; kept in the audit log only in that form, never as it was typed';

/** Fields that take any text at all, and what becomes of it. */
export const FREE_TEXTS: Allowed = {
  'POST /api/auth/register: body phone': 'stored as E.164 when it is a valid number, else refused',
  'POST /api/auth/register: body password': PASSWORD,
  'POST /api/auth/register: body firstName':
    'letters, at most four words, no official one; shown to its owner and to operators',
  'POST /api/auth/register: body lastName':
    'letters, at most four words, no official one; shown to its owner and to operators',
  'POST /api/auth/login: body phone': 'looked up as E.164 and not kept',
  'POST /api/auth/login: body password': PASSWORD,
  'POST /api/auth/password: body currentPassword': PASSWORD,
  'POST /api/auth/password: body newPassword': PASSWORD,
  'GET /api/trading/markets/{id}: path id': 'looked up among the markets and not kept',
  'GET /api/trading/markets/{id}/keys: path id': 'looked up among the markets and not kept',
  'POST /api/trading/markets/{id}/enter: path id': 'looked up among the markets and not kept',
  'POST /api/replays/sessions/{id}/control: path id': 'looked up among one’s own replays and not kept',
  'POST /api/trading/positions: body symbol': 'looked up among the symbols of the market, refused otherwise',
  'POST /api/trading/positions: body amount': DECIMAL,
  'POST /api/trading/positions: body takeProfit': DECIMAL,
  'POST /api/trading/positions: body stopLoss': DECIMAL,
  'PUT /api/trading/positions/{id}: path id': OWN_ID,
  'PUT /api/trading/positions/{id}: body takeProfit': DECIMAL,
  'PUT /api/trading/positions/{id}: body stopLoss': DECIMAL,
  'DELETE /api/trading/positions/{id}: path id': OWN_ID,
  'DELETE /api/trading/positions/{id}: query portion': DECIMAL,
  'POST /api/trading/orders: body symbol': 'looked up among the symbols of the market, refused otherwise',
  'POST /api/trading/orders: body amount': DECIMAL,
  'POST /api/trading/orders: body limitPrice': DECIMAL,
  'POST /api/trading/orders: body takeProfit': DECIMAL,
  'POST /api/trading/orders: body stopLoss': DECIMAL,
  'DELETE /api/trading/orders/{id}: path id': OWN_ID,
  'GET /api/trading/trades/{id}: path id': OWN_ID,
  'POST /api/wallet/send: body address': 'refused unless it is a sim1 address with a right checksum',
  'POST /api/wallet/send: body amount': DECIMAL,
  'POST /api/wallet/send: body memo': 'at most six digits, refused otherwise',
  'GET /api/network/search: query q': 'looked up on the practice network and not kept',
  'GET /api/network/transactions/{hash}: path hash': 'looked up on the practice network and not kept',
  'GET /api/network/addresses/{address}: path address': 'looked up on the practice network and not kept',
  'GET /api/network/blocks/{network}/{height}: path height': 'read as a number and not kept',
  'POST /api/payments/deposit/hash: body amount': DECIMAL,
  'POST /api/payments/deposit/hash: body txHash': 'refused unless the practice network has this simtx1 hash',
  'GET /api/payments/deposit/card/{id}: path id': OWN_ID,
  'POST /api/payments/deposit/card/{id}/confirm: path id': OWN_ID,
  'POST /api/payments/deposit/card/{id}/cancel: path id': OWN_ID,
  'POST /api/payments/withdraw/crypto: body amount': DECIMAL,
  'POST /api/payments/withdraw/crypto: body address': 'refused unless it is a sim1 address with a right checksum',
  'POST /api/payments/withdraw/crypto: body memo': 'at most six digits, refused otherwise',
  'POST /api/payments/withdraw/card: body amount': DECIMAL,
  'GET /api/payments/transactions/{id}: path id': OWN_ID,
  'POST /api/admin/step-up: body secret': 'compared with a hash; never stored, answered or logged',
  'GET /api/admin/user: query phone': PHONE_OF_USER,
  'POST /api/admin/balance/adjust: body phone': PHONE_OF_USER,
  'POST /api/admin/balance/adjust: body amount': DECIMAL,
  'POST /api/admin/user/block: body phone': PHONE_OF_USER,
  'POST /api/admin/user/sign-out: body phone': PHONE_OF_USER,
  'GET /api/admin/request-ref/{code}: path code': 'looked up; kept in the audit log only as REQ and 6 to 12 digits',
  'GET /api/admin/audit: query operator': 'looked up as E.164 and not kept',
  'GET /api/admin/audit: query target': 'looked up as E.164 and not kept',
};

const MARKET = 'id of a market, which the server checks before anything is written';
const SYMBOL = 'one of the symbols of its market, which the server checks before anything is written';
const WORD = 'a word of the server’s own code, such as "openPosition"';

/** Columns that could hold any text, and who writes them. */
export const FREE_COLUMNS: Allowed = {
  'account_log.market_id': MARKET,
  'account_log.reason': 'from two fixed lists, by a CHECK that looks at the kind as well',
  'accounts.market_id': MARKET,
  'audit_log.details':
    'values from fixed lists, routes, codes, amounts that could be moved, phones in E.164; tests post the rest',
  'candle_packs.candles':
    'closed candles as differences of integers, written by the engine; nobody’s request comes near',
  'candle_series.market_id': MARKET,
  'candle_series.symbol': SYMBOL,
  'command_outcomes.body_hash': 'SHA-256 of a request',
  'command_outcomes.key': 'a UUIDv7 that a program made, or the id of an operation; answered to nobody',
  'command_outcomes.operation': WORD,
  'command_outcomes.outcome': 'the frozen answer to a command, made of its own fields',
  'dataset_packs.candles': 'minutes of a recording as differences of integers; what is no candle is refused before',
  'dataset_series.dataset_id': 'of a recording, whose id the server makes of its files',
  'dataset_series.symbol': 'one of the listed symbols, by a CHECK',
  'kysely_migration.name': 'names of the migrations',
  'kysely_migration.timestamp': 'when a migration ran',
  'kysely_migration_lock.id': 'one row of the migrator',
  'ledger_accounts.book': 'from a fixed list, by a CHECK that looks at the owner as well',
  'ledger_accounts.market_id': MARKET,
  'market_ends.market_id': MARKET,
  'market_keys.market_id': MARKET,
  'market_owners.market_id': MARKET,
  'markets.label':
    'composed of listed symbols, dates and numbers, in a form that a CHECK holds for each kind; never changed',
  'markets.parameters': 'hashes, times, numbers and plain words, by a CHECK for each kind; never changed',
  'markets.title':
    'composed of listed symbols, dates and numbers, in a form that a CHECK holds for each kind; never changed',
  'network_balances.address': 'a sim1 address of network_addresses, or the names "new" and "fees"',
  'network_mempool.network': 'copied from the transaction, where a CHECK lists the networks',
  'network_mempool.to_address': 'copied from the transaction, where a CHECK allows sim1 only',
  'network_transactions.origin': 'made by the server: what it was sent for, such as "withdrawal:17"',
  'operator_secret.hash': 'argon2id of the operator secret',
  'orders.symbol': SYMBOL,
  'pending_operations.type': 'copied from the operation, where a CHECK lists the types',
  'positions.symbol': SYMBOL,
  'price_records.market_id': MARKET,
  'price_records.symbol': SYMBOL,
  'processes.roles': 'from a fixed list, by a CHECK',
  'recordings.market_id': MARKET,
  'replay_sessions.dataset_id': 'of a recording that is there',
  'replay_sessions.market_id': MARKET,
  'replay_sessions.symbols':
    'of the recording, which has listed ones only; the server checks before anything is written',
  'scenarios.market_id': MARKET,
  'scenarios.recipe': 'numbers, listed pairs and words of the product, in a form that a CHECK holds; never changed',
  'sessions.user_agent': 'what the browser calls itself; shown to the owner of the session alone',
  'start_prices.market_id': MARKET,
  'throttle_windows.key': 'what is counted: the id of an operator, a network address; answered to nobody',
  'trades.symbol': SYMBOL,
  'transfers.kind': WORD,
  'transfers.market_id': MARKET,
  'users.first_name': 'letters, at most four words',
  'users.last_name': 'letters, at most four words',
  'users.password_hash': 'argon2id of the password',
};
