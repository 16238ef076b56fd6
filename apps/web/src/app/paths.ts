/** Filters of the history; '' or nothing for none. */
export type HistoryQuery = Partial<Record<'symbol' | 'type' | 'reason' | 'season' | 'note' | 'from' | 'to', string>>;

/** Which results; '' or nothing for all of one's own. */
export type StatsQuery = Partial<Record<'season' | 'from' | 'to' | 'tab', string>>;

/** How somebody came to a screen of practice money. */
export interface MoneyQuery {
  /** A card top-up whose page at the bank is to be opened. */
  payment?: string | undefined;
  /** The market that was left for the main one. */
  from?: string | undefined;
}

const withQuery = (path: string, query: Record<string, string | undefined>): string => {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value !== undefined && value !== '') search.set(key, value);
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
};

/** Every URL of the application. `market` is left out for the installation's main market. */
export const paths = {
  start: () => '/',
  login: (next?: string) => withQuery('/login', { next }),
  register: (next?: string) => withQuery('/register', { next }),
  dashboard: (market?: string) => withQuery('/dashboard', { market }),
  watch: (market?: string) => withQuery('/watch', { market }),
  history: (market?: string, filters: HistoryQuery = {}) => withQuery('/history', { market, ...filters }),
  receipt: (tradeId: string, market?: string) => withQuery(`/history/${tradeId}`, { market }),
  stats: (market?: string, query: StatsQuery = {}) => withQuery('/stats', { market, ...query }),
  markets: (market?: string) => withQuery('/markets', { market }),
  /** The page of the market `id`; `market` is the selected one. */
  marketPage: (id: string, market?: string) => withQuery(`/markets/${id}`, { market }),
  /** What everybody did in a drill of a class that is over. */
  debrief: (code: string, drill: string) => `/class/${code}/debrief/${drill}`,
  classes: (market?: string) => withQuery('/classes', { market }),
  class: (code: string, market?: string) => withQuery(`/class/${code}`, { market }),
  learn: (market?: string) => withQuery('/learn', { market }),
  lesson: (lesson: string, market?: string) => withQuery(`/learn/${lesson}`, { market }),
  account: (market?: string) => withQuery('/account', { market }),
  safety: () => '/safety',
  help: (section?: string) => (section === undefined ? '/help' : `/help#${section}`),
  /** Practice money belongs to the account in the main market, whichever is selected. */
  deposit: (query: MoneyQuery = {}) => withQuery('/deposit', { ...query }),
  withdraw: (query: MoneyQuery = {}) => withQuery('/withdraw', { ...query }),
  assets: (market?: string) => withQuery('/assets', { market }),
  log: () => '/log',
  /** The check of a trade's proof; of a file without `trade`. */
  proof: (query: { trade?: string; market?: string | undefined } = {}) => withQuery('/proof', { ...query }),
  /** `q`: a hash or an address of the practice network. */
  network: (q?: string) => withQuery('/network', { q }),
  admin: (section?: string) => (section === undefined ? '/admin' : `/admin/${section}`),
  mobileHome: (market?: string) => withQuery('/mobile/home', { market }),
  mobileTrade: (symbol?: string, market?: string) => withQuery('/mobile/trade', { symbol, market }),
  mobileAssets: (market?: string) => withQuery('/mobile/assets', { market }),
  mobileDeposit: (query: MoneyQuery = {}) => withQuery('/mobile/deposit', { ...query }),
  mobileWithdraw: (query: MoneyQuery = {}) => withQuery('/mobile/withdraw', { ...query }),
} as const;

/** The first screen of a device of this kind. */
export const homePath = (isMobile: boolean, market?: string): string =>
  isMobile ? paths.mobileHome(market) : paths.dashboard(market);

/** Where a device of this kind trades. */
export const tradePath = (isMobile: boolean, market?: string): string =>
  isMobile ? paths.mobileTrade(undefined, market) : paths.dashboard(market);
