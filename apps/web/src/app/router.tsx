import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { marketsQuery, pairsQuery, sessionQuery } from '@/api/queries.ts';
import { queryClient } from '@/api/query-client.ts';
import { isMobileDevice } from '@/lib/device.ts';
import { loadCode } from '@/lib/load-code.ts';
import { nextTask } from '@/lib/next-task.ts';
import { moneyQuery, redirectOf } from './device-redirect.ts';
import { FullSpinner } from './full-spinner.tsx';
import { paths, type MoneyQuery } from './paths.ts';
import { PublicFrame } from './public-frame.tsx';
import { RootLayout } from './root-layout.tsx';
import { RouteError } from './route-error.tsx';
import { parseSearch, stringifySearch } from './search.ts';

/**
 * A screen whose code comes when it is first opened. It is asked for in a task of its own: the browser's
 * work on the requests of a screen and its frame together would keep a touch waiting.
 */
const lazyScreen: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(() => nextTask().then(() => loadCode(load)), name);

const marketOf = (search: object): string | undefined => (search as Record<string, string>)['market'];

/** Throws the redirect of a path that leads elsewhere on this device. */
function followDevice(pathname: string, search: object, known: boolean): void {
  const href = redirectOf(pathname, isMobileDevice(), known, search);
  if (href !== null) redirect({ href, replace: true, throw: true });
}

/** Practice money is the main market's: a screen of it has any other as the one that was left. */
function onMainMarket(path: (query?: MoneyQuery) => string, search: object): void {
  followDevice(path(), search, true);
  if (marketOf(search) !== undefined) redirect({ href: path(moneyQuery(search)), replace: true, throw: true });
}

/** The screen asks for the same and shows what went wrong. */
const shownByTheScreen = (): void => undefined;

/** What every signed-in screen waits for, asked for at once; who is not signed in gets a refusal of the rest. */
function prefetch(market: string | undefined): void {
  queryClient.query(sessionQuery()).catch(shownByTheScreen);
  queryClient.query(marketsQuery()).catch(shownByTheScreen);
  queryClient.query(pairsQuery(market)).catch(shownByTheScreen);
}

const root = createRootRoute({ component: RootLayout, errorComponent: RouteError });

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: ({ search }) => followDevice('/', search, true),
});

const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: ({ location, search }) => followDevice(location.pathname, search, false),
});

const open = createRoute({ getParentRoute: () => root, id: 'public', component: PublicFrame });
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  loaderDeps: ({ search }) => ({ market: marketOf(search) }),
  loader: ({ deps }) => void nextTask().then(() => prefetch(deps.market)),
  component: lazyScreen(() => import('./signed-in.tsx'), 'SignedIn'),
});

const login = createRoute({
  getParentRoute: () => open,
  path: '/login',
  staticData: { title: 'Вход' },
  component: lazyScreen(() => import('@/routes/login/login-page.tsx'), 'LoginPage'),
});
const register = createRoute({
  getParentRoute: () => open,
  path: '/register',
  staticData: { title: 'Регистрация' },
  component: lazyScreen(() => import('@/routes/register/register-page.tsx'), 'RegisterPage'),
});
const safety = createRoute({
  getParentRoute: () => open,
  path: '/safety',
  staticData: { title: 'Как распознать обман' },
  component: lazyScreen(() => import('@/routes/safety/safety-page.tsx'), 'SafetyPage'),
});
const help = createRoute({
  getParentRoute: () => open,
  path: '/help',
  staticData: { title: 'Как это работает' },
  component: lazyScreen(() => import('@/routes/help/help-page.tsx'), 'HelpPage'),
});
const network = createRoute({
  getParentRoute: () => open,
  path: '/network',
  staticData: { title: 'Учебная сеть' },
  component: lazyScreen(() => import('@/routes/network/network-page.tsx'), 'NetworkPage'),
});
const proof = createRoute({
  getParentRoute: () => open,
  path: '/proof',
  staticData: { title: 'Проверка сделки' },
  component: lazyScreen(() => import('@/routes/proof/proof-page.tsx'), 'ProofPage'),
});

const dashboard = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard',
  beforeLoad: ({ search }) => followDevice('/dashboard', search, true),
  staticData: { title: 'Торговля', fillsWindow: true, showsPair: true },
  component: lazyScreen(() => import('@/routes/dashboard/dashboard-page.tsx'), 'DashboardPage'),
});
const watch = createRoute({
  getParentRoute: () => signedIn,
  path: '/watch',
  staticData: { title: 'Обзор рынка', needsNoAccount: true },
  component: lazyScreen(() => import('@/routes/watch/watch-page.tsx'), 'WatchPage'),
});
const history = createRoute({
  getParentRoute: () => signedIn,
  path: '/history',
  staticData: { title: 'История' },
  component: lazyScreen(() => import('@/routes/history/history-page.tsx'), 'HistoryPage'),
});
const receipt = createRoute({
  getParentRoute: () => signedIn,
  path: '/history/$tradeId',
  staticData: { title: 'Почему позиция закрыта' },
  component: lazyScreen(() => import('@/routes/history/receipt-page.tsx'), 'ReceiptPage'),
});
const stats = createRoute({
  getParentRoute: () => signedIn,
  path: '/stats',
  staticData: { title: 'Результаты' },
  component: lazyScreen(() => import('@/routes/stats/stats-page.tsx'), 'StatsPage'),
});
const markets = createRoute({
  getParentRoute: () => signedIn,
  path: '/markets',
  staticData: { title: 'Рынки', needsNoAccount: true },
  component: lazyScreen(() => import('@/routes/markets/markets-page.tsx'), 'MarketsPage'),
});
const marketPage = createRoute({
  getParentRoute: () => signedIn,
  path: '/markets/$marketId',
  staticData: { title: 'Рынок', needsNoAccount: true },
  component: lazyScreen(() => import('@/routes/markets/market-page.tsx'), 'MarketPage'),
});
const debrief = createRoute({
  getParentRoute: () => signedIn,
  path: '/class/$code/debrief/$drill',
  staticData: { title: 'Разбор тренировки', needsNoAccount: true },
  component: lazyScreen(() => import('@/routes/debrief/debrief-page.tsx'), 'DebriefPage'),
});
const classes = createRoute({
  getParentRoute: () => signedIn,
  path: '/classes',
  staticData: { title: 'Классы', needsNoAccount: true },
  component: lazyScreen(() => import('@/routes/classes/classes-page.tsx'), 'ClassesPage'),
});
const classPage = createRoute({
  getParentRoute: () => signedIn,
  path: '/class/$code',
  staticData: { title: 'Класс', needsNoAccount: true },
  component: lazyScreen(() => import('@/routes/class/class-page.tsx'), 'ClassPage'),
});
const learn = createRoute({
  getParentRoute: () => signedIn,
  path: '/learn',
  staticData: { title: 'Уроки', needsNoAccount: true },
  component: lazyScreen(() => import('@/routes/learn/learn-page.tsx'), 'LearnPage'),
});
const lesson = createRoute({
  getParentRoute: () => signedIn,
  path: '/learn/$lesson',
  staticData: { title: 'Урок', needsNoAccount: true },
  component: lazyScreen(() => import('@/routes/learn/lesson-page.tsx'), 'LessonPage'),
});
const account = createRoute({
  getParentRoute: () => signedIn,
  path: '/account',
  staticData: { title: 'Профиль', needsNoAccount: true },
  component: lazyScreen(() => import('@/routes/account/account-page.tsx'), 'AccountPage'),
});
const deposit = createRoute({
  getParentRoute: () => signedIn,
  path: '/deposit',
  beforeLoad: ({ search }) => onMainMarket(paths.deposit, search),
  staticData: { title: 'Пополнение счета' },
  component: lazyScreen(() => import('@/routes/deposit/deposit-page.tsx'), 'DepositPage'),
});
const withdraw = createRoute({
  getParentRoute: () => signedIn,
  path: '/withdraw',
  beforeLoad: ({ search }) => onMainMarket(paths.withdraw, search),
  staticData: { title: 'Вывод средств' },
  component: lazyScreen(() => import('@/routes/withdraw/withdraw-page.tsx'), 'WithdrawPage'),
});
const assets = createRoute({
  getParentRoute: () => signedIn,
  path: '/assets',
  beforeLoad: ({ search }) => followDevice('/assets', search, true),
  staticData: { title: 'Мои активы' },
  component: lazyScreen(() => import('@/routes/assets/assets-page.tsx'), 'AssetsPage'),
});
const log = createRoute({
  getParentRoute: () => signedIn,
  path: '/log',
  staticData: { title: 'Журнал', needsNoAccount: true },
  component: lazyScreen(() => import('@/routes/log/log-page.tsx'), 'LogPage'),
});
const admin = createRoute({
  getParentRoute: () => root,
  path: '/admin/{-$section}',
  staticData: { title: 'Operator area' },
  component: lazyScreen(() => import('@/routes/admin/admin-page.tsx'), 'AdminPage'),
});
const mobileHome = createRoute({
  getParentRoute: () => signedIn,
  path: '/mobile/home',
  staticData: { title: 'Главная' },
  component: lazyScreen(() => import('@/routes/mobile/home-page.tsx'), 'MobileHomePage'),
});
const mobileTrade = createRoute({
  getParentRoute: () => signedIn,
  path: '/mobile/trade',
  staticData: { title: 'Торговля' },
  component: lazyScreen(() => import('@/routes/mobile/trade-page.tsx'), 'MobileTradePage'),
});
const mobileAssets = createRoute({
  getParentRoute: () => signedIn,
  path: '/mobile/assets',
  staticData: { title: 'Активы' },
  component: lazyScreen(() => import('@/routes/mobile/assets-page.tsx'), 'MobileAssetsPage'),
});
const mobileDeposit = createRoute({
  getParentRoute: () => signedIn,
  path: '/mobile/deposit',
  beforeLoad: ({ search }) => onMainMarket(paths.mobileDeposit, search),
  staticData: { title: 'Пополнение' },
  component: lazyScreen(() => import('@/routes/mobile/deposit-page.tsx'), 'MobileDepositPage'),
});
const mobileWithdraw = createRoute({
  getParentRoute: () => signedIn,
  path: '/mobile/withdraw',
  beforeLoad: ({ search }) => onMainMarket(paths.mobileWithdraw, search),
  staticData: { title: 'Вывод' },
  component: lazyScreen(() => import('@/routes/mobile/withdraw-page.tsx'), 'MobileWithdrawPage'),
});
/** Exists in development only, and its code with it. */
const devScreens = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => open,
        path: '/dev/tokens',
        staticData: { title: 'Tokens' },
        component: lazyScreen(() => import('@/routes/dev/tokens-page.tsx'), 'TokensPage'),
      }),
    ]
  : [];

const routeTree = root.addChildren([
  start,
  unknown,
  admin,
  open.addChildren([login, register, safety, help, network, proof, ...devScreens]),
  signedIn.addChildren([
    dashboard,
    watch,
    history,
    receipt,
    stats,
    markets,
    marketPage,
    debrief,
    classes,
    classPage,
    learn,
    lesson,
    account,
    deposit,
    withdraw,
    assets,
    log,
    mobileHome,
    mobileTrade,
    mobileAssets,
    mobileDeposit,
    mobileWithdraw,
  ]),
]);

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
  defaultPendingComponent: FullSpinner,
  defaultErrorComponent: RouteError,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /** Of the window, before the name of the product. */
    title?: string;
    /** Takes the height of a large window and scrolls inside. */
    fillsWindow?: boolean;
    /** The header shows the selected pair. */
    showsPair?: boolean;
    /** Has something to show without an account in the selected market. */
    needsNoAccount?: boolean;
  }
}
