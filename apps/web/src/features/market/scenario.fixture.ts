import type { Market } from '@plecho/contract';
import { MAIN_MARKET_ID, type Recipe } from '@plecho/domain';

/** Of the tests: two stages, for all pairs and for one. */
export const RECIPE: Recipe = {
  base: MAIN_MARKET_ID,
  stages: [
    { type: 'shock', dropPercent: '30', afterSeconds: 0, minutes: 2, recoveryMinutes: null, symbols: null },
    { type: 'spread', percent: '1', symbols: ['BTCUSDT'] },
  ],
};
export const SALT = 'ab'.repeat(32);
/** SHA-256 of RECIPE with SALT, made with `sha256sum`. */
export const COMMITMENT = 'a2badd536a22b8266a11a62bf1f11f5b537a781b920d5090a6833371cf109982';

export const SCENARIO: Market = {
  id: 'scenario-7',
  kind: 'scenario',
  label: 'Сценарий: падение на 30 % за 2 мин, спред 1 %',
  title: 'Сценарий: падение на 30 % за 2 мин, спред 1 %',
  status: 'running',
  main: false,
  halted: false,
  startAt: 1_795_000_000,
  endAt: 1_795_086_400,
  members: 2,
  symbols: ['BTCUSDT', 'ETHUSDT'],
  takerFeePercent: '0',
  makerFeePercent: '0',
  funding: null,
  classRules: null,
  maintenanceMarginPercent: '0.5',
  startBalance: '1000',
  staleAfterSeconds: 10,
  maxJumpPercent: '30',
  parameters: {},
  scenario: {
    blind: false,
    commitment: COMMITMENT,
    recipe: RECIPE,
    salt: SALT,
    words: ['Падение: сразу цены за 2 мин опускаются на 30 % и остаются там.', 'Спред 1 % (только BTCUSDT).'],
  },
};
