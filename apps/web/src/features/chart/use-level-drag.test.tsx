import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useMemo } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import type { PositionState } from '@plecho/contract';
import { parsePrice, type Price } from '@plecho/domain';
import type { ChartController } from './chart-controller.ts';
import { levelsOf, type PriceLevel } from './levels.ts';
import { useLevelDrag } from './use-level-drag.ts';

afterEach(cleanup);

const price = (text: string): Price => parsePrice(text) ?? -1n;
const of = (id: string) =>
  ({
    ...{ id, symbol: 'BTCUSDT', entryPrice: '1000', liquidationPrice: null, takeProfit: '900', stopLoss: null },
    trailing: null,
  }) as PositionState;
/** A pixel is a price of 1, from 1000 at the top down. */
const controller = {
  yOf: (value: number) => 1000 - value,
  priceAt: (y: number) => 1000 - y,
  plotSize: () => ({ width: 500, height: 500 }),
} as ChartController;

const onDrop = vi.fn<(level: PriceLevel, price: Price) => Promise<boolean>>(async () => true);
afterEach(() => onDrop.mockClear());

function Lines({ positions }: { positions: readonly PositionState[] }) {
  const own = useMemo(
    () => levelsOf(positions, [], 'BTCUSDT').filter(({ kind }) => kind === 'takeProfit'),
    [positions],
  );
  const { levels, handlers } = useLevelDrag(own, controller, 2, onDrop);
  return levels.map((level) => (
    <button key={level.key} type="button" {...handlers(level)}>
      {level.key} {Number(level.price) / 1e8}
    </button>
  ));
}

const at = (clientY: number) => ({ clientY, pointerId: 1, button: 0, isPrimary: true });
const line = (id: string): HTMLElement => screen.getByRole('button', { name: new RegExp(`^${id}:`) });

/** Nothing is drawn before the last of them. */
function drag(...ys: readonly number[]): void {
  act(() => {
    const element = line('5');
    fireEvent.pointerDown(element, at(100));
    for (const y of ys) fireEvent.pointerMove(element, at(y));
    fireEvent.pointerUp(element, at(ys.at(-1) ?? 100));
  });
}

it('a level that is let go before its move is drawn is dropped where it was moved to', () => {
  render(<Lines positions={[of('5')]} />);
  drag(140);
  expect(onDrop.mock.calls.map(([level, to]) => [level.key, to])).toEqual([['5:takeProfit', price('860')]]);
});

it('of several moves that are not drawn the last one counts', () => {
  render(<Lines positions={[of('5')]} />);
  drag(140, 170, 155.5);
  expect(onDrop.mock.calls.map(([, to]) => to)).toEqual([price('844.5')]);
  expect(line('5').textContent).toBe('5:takeProfit 844.5');
});

it('a tap, and a movement that is none, drops nothing', () => {
  render(<Lines positions={[of('5')]} />);
  drag(102);
  drag();
  expect(onDrop).not.toHaveBeenCalled();
});

it('a level that is gone under the pointer does not take another one along', () => {
  const { rerender } = render(<Lines positions={[of('5'), of('6')]} />);
  fireEvent.pointerDown(line('5'), at(100));
  fireEvent.pointerMove(line('5'), at(140));
  rerender(<Lines positions={[of('6')]} />);
  fireEvent.pointerMove(line('6'), at(150));
  fireEvent.pointerUp(line('6'), at(150));
  expect(onDrop).not.toHaveBeenCalled();
  expect(line('6').textContent).toBe('6:takeProfit 900');
});

it('another finger on another level neither takes the first one’s place nor ends it', () => {
  render(<Lines positions={[of('5'), of('6')]} />);
  const other = (clientY: number) => ({ ...at(clientY), pointerId: 2, isPrimary: false });
  fireEvent.pointerDown(line('5'), at(100));
  fireEvent.pointerMove(line('5'), at(140));
  fireEvent.pointerDown(line('6'), other(100));
  fireEvent.pointerMove(line('6'), other(200));
  fireEvent.pointerUp(line('6'), other(200));
  fireEvent.pointerCancel(line('5'), other(200));
  fireEvent.pointerMove(line('5'), at(150));
  fireEvent.pointerUp(line('5'), at(150));
  expect(onDrop.mock.calls.map(([level, to]) => [level.key, to])).toEqual([['5:takeProfit', price('850')]]);
});
