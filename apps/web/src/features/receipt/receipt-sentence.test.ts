import { describe, expect, it } from 'vitest';
import type { Market, Trade } from '@plecho/contract';
import { receiptFigures } from './receipt-figures.ts';
import { oneTimesSentence, receiptSentences } from './receipt-sentence.ts';
import { receiptTexts } from './texts.ts';

const rules = { takerFee: 0n, makerFee: 0n, maintenance: 5_000n };

/** A 10x long of 100 from 1000, closed by hand at 1010. */
const base: Trade = {
  id: '7',
  positionId: '5',
  market: 'main',
  label: 'Синтетический рынок',
  symbol: 'BTCUSDT',
  type: 'long',
  entryPrice: '1000',
  exitPrice: '1010',
  amount: '100',
  leverage: 10,
  size: '1000',
  fee: '0',
  pnl: '10',
  pnlPercent: '10',
  insurance: '0',
  reason: 'user',
  liquidationPrice: '904.52261306',
  takeProfit: null,
  stopLoss: null,
  initialStopLoss: null,
  trailing: null,
  orderId: null,
  openTime: 1_700_000_000,
  closeTime: 1_700_000_600,
  entryRecord: { seq: '11', price: '1000', time: 1_700_000_000_000 },
  entries: [],
  funding: '0',
  exitRecord: { seq: '99', price: '1010', time: 1_700_000_600_000 },
  bestPrice: null,
  worstPrice: null,
  path: null,
  seasonEnd: false,
};

/** Spaces that only keep words together would make the expectations unreadable. */
const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');
const sentences = (change: Partial<Trade>, kind: Market['kind'] = 'synthetic'): string[] => {
  const trade = { ...base, ...change };
  return receiptSentences(trade, receiptFigures(trade, rules), 2, kind).map(plain);
};
const oneTimes = (change: Partial<Trade>): string | null => {
  const trade = { ...base, ...change };
  const sentence = oneTimesSentence(trade, receiptFigures(trade, rules));
  return sentence === null ? null : plain(sentence);
};

const liquidated: Partial<Trade> = {
  reason: 'liquidation',
  exitPrice: '904',
  amount: '100',
  pnl: '-96',
  fee: '4',
  pnlPercent: '-96',
};

describe('receiptSentences', () => {
  it('tells a close by hand', () => {
    expect(sentences({})).toEqual([
      'Вы закрыли позицию сами по цене 1 010,00: от входа по 1 000,00 цена выросла на 1,00 %, при плече 10x это +10,00 % от маржи.',
    ]);
  });

  it('says the same of the price and of the result, whichever way the price went', () => {
    const down = { exitPrice: '999.399', amount: '1000', size: '1000', leverage: 1 };
    const short = sentences({ ...down, type: 'short', pnl: '0.601' })[0];
    expect(short).toContain('цена снизилась на 0,06 %, при плече 1x это +0,06 % от маржи');
    expect(sentences({ ...down, pnl: '-0.601' })[0]).toContain('снизилась на 0,07 %, при плече 1x это −0,07 %');
    expect(sentences({ exitPrice: '1000.644', pnl: '0.644' })[0]).toContain(
      'выросла на 0,064 %, при плече 10x это +0,64 %',
    );
    expect(sentences({ exitPrice: '999.268', pnl: '-0.732' })[0]).toContain(
      'снизилась на 0,073 %, при плече 10x это −0,74 %',
    );
  });

  it('tells a close by a fresh start', () => {
    expect(sentences({ seasonEnd: true })[0]).toMatch(
      /^Вы начали заново, и позиция закрылась вместе с остальными по цене 1 010,00: от входа/,
    );
  });

  it('sets the result with its fees apart', () => {
    expect(sentences({ fee: '2' })[0]).toMatch(/при плече 10x это \+10,00 % от маржи, с комиссиями \+8,00 %\.$/);
  });

  it('tells an unchanged price', () => {
    expect(sentences({ exitPrice: '1000', pnl: '0' })[0]).toContain('цена не изменилась');
  });

  it('tells a take profit that was met exactly, and one that the price jumped over', () => {
    expect(sentences({ reason: 'takeProfit', takeProfit: '1010' })).toEqual([
      'Сработал тейк-профит: цена дошла ровно до заданных 1 010,00.',
    ]);
    expect(sentences({ reason: 'takeProfit', takeProfit: '1005' })).toEqual([
      'Сработал тейк-профит 1 005,00: первая цена за уровнем была 1 010,00, по ней позиция и закрылась, на 5,00 лучше уровня.',
    ]);
  });

  it('explains the gap of a stop loss', () => {
    const told = sentences({ reason: 'stopLoss', stopLoss: '980', exitPrice: '975.5', pnl: '-24.5' });
    expect(told[0]).toBe(
      'Сработал стоп-лосс 980,00: первая цена за уровнем была 975,50, по ней позиция и закрылась, на 4,50 хуже уровня.',
    );
    expect(told[1]).toContain('а не ровно по нему');
    expect(sentences({ reason: 'stopLoss', stopLoss: '980', exitPrice: '980' })).toHaveLength(1);
  });

  it('says of a trailing stop the peak, the distance and the level that it stood on', () => {
    const trailing = { unit: 'percent', value: '1.5', level: '1034.25' } as const;
    const peak = { seq: '50', price: '1050', time: 1_700_000_300_000 };
    const closed = { reason: 'trailingStop', trailing: { ...trailing, peak }, pnl: '34' } as const;
    const [why, gap] = sentences({ ...closed, exitPrice: '1034' });
    expect(why?.replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(
      'Сработал трейлинг-стоп: лучшая цена была 1 050,00, отступ 1,5 %, и стоп стоял на 1 034,25. ' +
        'Цена опустилась до 1 034,00, по ней позиция и закрылась, на 0,25 хуже уровня.',
    );
    expect(gap).toContain('первой цене за уровнем');
    const exact = sentences({ ...closed, type: 'short', exitPrice: '1034.25' });
    expect(exact).toHaveLength(1);
    expect(exact[0]).toMatch(/Цена поднялась до .* ровно на уровне/);
  });

  it('says that an order of the person closed it', () => {
    expect(sentences({ reason: 'order', exitPrice: '1010', pnl: '10' })[0]).toContain('Исполнился ваш ордер');
  });

  it('tells a liquidation of a long and of a short', () => {
    expect(sentences(liquidated)).toEqual([
      'Цена опустилась до 904,00 и прошла уровень ликвидации 904,52. ' +
        'При плече 10x хватило движения −9,60 % от входа по 1 000,00.',
    ]);
    expect(
      sentences({ ...liquidated, type: 'short', exitPrice: '1095', liquidationPrice: '1094.52736319' })[0],
    ).toContain('Цена поднялась до 1 095,00 и прошла уровень ликвидации 1 094,52');
  });

  it('says who took a loss beyond the margin', () => {
    const told = sentences({ ...liquidated, exitPrice: '890', pnl: '-100', fee: '0', insurance: '10' });
    expect(told[1]).toBe(
      'Цена перескочила уровень, и убыток превысил маржу на 10,00 уч. USDT. ' +
        'Эту часть взял страховой счёт: больше своей маржи вы не теряете.',
    );
  });

  it('tells the end of an attempt by the rules of its class', () => {
    expect(sentences({ reason: 'attemptEnd' })).toEqual([
      'Потери попытки дошли до предела из правил класса, и она окончена. Позиция закрылась по цене 1 010,00, как всё, что было открыто.',
    ]);
  });

  it('tells the end of a market, or of a pair in it', () => {
    expect(sentences({ reason: 'marketEnd' })).toEqual([
      'Торги закончились: рынок завершён или пара снята с торгов. Позиция закрылась по последней цене 1 010,00.',
    ]);
    expect(sentences({ reason: 'marketEnd' }, 'replay')).toEqual([
      'Повтор завершён. Позиция закрылась по последней цене 1 010,00.',
    ]);
  });
});

it('a price record has the number that its proof has', () => {
  expect(receiptTexts.record('48664')).toBe('№ 48\u202f664');
});

describe('oneTimesSentence', () => {
  it('says what the same move would have cost without leverage', () => {
    expect(oneTimes(liquidated)).toBe(
      'При плече 1x с той же маржой на той же цене было бы −9,60 уч. USDT (−9,60 %), и позиция осталась бы открытой.',
    );
    expect(oneTimes({})).toBe('При плече 1x с той же маржой на той же цене было бы +1,00 уч. USDT (+1,00 %).');
  });

  it('is left out when there was no leverage', () => {
    expect(oneTimes({ leverage: 1, size: '100' })).toBeNull();
  });
});

describe('receiptFigures', () => {
  it('fills in the liquidation rule', () => {
    const trade = { ...base, ...liquidated };
    const { liquidation } = receiptFigures(trade, rules);
    expect(liquidation).toEqual({ left: 4_000_000n, needed: 4_520_000n, notional: 904_000_000n, rawPnl: -96_000_000n });
    expect(liquidation.left <= liquidation.needed).toBe(true);
  });

  it('splits the fee into opening and closing', () => {
    const figures = receiptFigures(
      { ...base, fee: '2.01' },
      { takerFee: 1_000n, makerFee: 1_000n, maintenance: 5_000n },
    );
    expect(figures.openingFee).toBe(1_000_000n);
    expect(figures.closingFee).toBe(1_010_000n);
    expect(figures.net).toBe(7_990_000n);
  });

  it('counts what a liquidation took as the closing part of the fee', () => {
    const trade = { ...base, ...liquidated, fee: '5' };
    const figures = receiptFigures(trade, { takerFee: 1_000n, makerFee: 1_000n, maintenance: 5_000n });
    expect(figures.openingFee).toBe(1_000_000n);
    expect(figures.closingFee).toBe(4_000_000n);
  });
});
