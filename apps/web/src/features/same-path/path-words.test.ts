import type { PathOutcome, TradePaths } from '@plecho/contract';
import { describe, expect, it } from 'vitest';
import { pathRows, pathSentences, stopName, stopsOf } from './path-words.ts';

function outcome(leverage: number, ending: PathOutcome['ending'], stop: string | null = null): PathOutcome {
  return { leverage, stop, ending, price: '100', time: 0, net: '0', netPercent: '0', liquidationPrice: null };
}

function pathsOf(leverage: number, outcomes: PathOutcome[]): TradePaths {
  return {
    ...{ market: 'main', trade: '1', leverage, known: 'ticks', outcomes, funding: '0' },
    ...{ bestPrice: '104', bestMove: '4', worstPrice: '89', worstMove: '-11' },
    split: { direction: '0', leverage: '0', spread: '0', insurance: '0', fee: '0', net: '0' },
  };
}

describe('pathSentences', () => {
  const last = (leverage: number, ...outcomes: PathOutcome[]): string | undefined =>
    pathSentences(pathsOf(leverage, outcomes)).at(-1);

  it('says how far the price went, and from which leverage on it would have been too far', () => {
    expect(pathSentences(pathsOf(5, [outcome(5, 'same'), outcome(10, 'liquidation')]))).toEqual([
      'Пока позиция была открыта, цена уходила от входа в вашу сторону до +4,00\u00a0% и против вас до −11,00\u00a0%.',
      'С плечом 10x и выше позиция не дожила бы до своего закрытия: её ликвидировали бы раньше.',
    ]);
  });

  it('says of a liquidation up to which leverage there would have been none', () => {
    expect(last(10, outcome(3, 'open'), outcome(5, 'open'), outcome(10, 'liquidation'))).toBe(
      'С плечом 5x и ниже ликвидации бы не было.',
    );
  });

  it('says when the leverage decided nothing but the size, or nothing at all', () => {
    expect(last(1, outcome(1, 'same'), outcome(10, 'same'))).toMatch(/^Ни при одном/);
    expect(last(1, outcome(1, 'liquidation'))).toMatch(/^При любом/);
    expect(last(1, outcome(1, 'same'), outcome(1, 'liquidation', '1'))).toMatch(/^Ни при одном/);
  });
});

describe('the table', () => {
  it('has a row for each leverage and a column for each stop', () => {
    const paths = pathsOf(2, [
      outcome(1, 'same'),
      outcome(1, 'stop', '1'),
      outcome(2, 'same'),
      outcome(2, 'stop', '1'),
    ]);
    expect(pathRows(paths).map(({ leverage, isUsed, outcomes }) => [leverage, isUsed, outcomes.length])).toEqual([
      [1, false, 2],
      [2, true, 2],
    ]);
    expect(stopsOf(paths).map(stopName)).toEqual(['Без добавленного стопа', 'Стоп −1 %']);
  });
});
