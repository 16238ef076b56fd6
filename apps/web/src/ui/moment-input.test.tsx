import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Expiry } from '@/lib/expiry.ts';
import { fromLocalField, toLocalField } from '@/lib/moments.ts';
import { marketTime } from '@/lib/market-time.ts';
import { ExpiryField } from './expiry-field.tsx';
import { MomentInput } from './moment-input.tsx';

const AT = fromLocalField('2026-02-05T12:30') ?? 0;
const DAY_ONE = 946_684_800;
const TENTH = DAY_ONE + 9 * 86_400 + 9 * 3600 + 30 * 60;

let told: number[] = [];

/** A moment of a form that is drawn again with each second, as the ticket is, and has another way to choose it. */
function Form({ first, dayOne }: { first: number; dayOne: number | null }) {
  const [value, setValue] = useState(first);
  const [drawn, setDrawn] = useState(0);
  const onChange = (seconds: number): void => {
    told.push(seconds);
    setValue(seconds);
  };
  return (
    <>
      <MomentInput value={value} dayOne={dayOne} onChange={onChange} />
      <button onClick={() => setDrawn(drawn + 1)}>Секунда прошла</button>
      <button onClick={() => setValue(value + 3600)}>На час позже</button>
    </>
  );
}

const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));
const again = (): void => press('Секунда прошла');
const field = (name: string): HTMLInputElement => screen.getByLabelText(name);
const type = (name: string, value: string): void => {
  fireEvent.change(field(name), { target: { value } });
};
const DATE = 'Дата и время по вашим часам';

afterEach(() => {
  cleanup();
  told = [];
});

describe('a date', () => {
  it('can be typed digit by digit: what has been typed of its year stays in the field', () => {
    render(<Form first={AT} dayOne={null} />);
    for (const year of ['0002', '0020', '0202', '2027']) {
      type(DATE, `${year}-02-05T12:30`);
      again();
      expect(field(DATE).value).toBe(`${year}-02-05T12:30`);
    }
    expect(told.at(-1)).toBe(fromLocalField('2027-02-05T12:30'));
  });

  it('may be without one of its parts for a while, which is told to nobody', () => {
    render(<Form first={AT} dayOne={null} />);
    type(DATE, '');
    again();
    expect(field(DATE).value).toBe('');
    expect(told).toEqual([]);
    fireEvent.blur(field(DATE));
    expect(field(DATE).value).toBe('2026-02-05T12:30');
  });

  it('becomes another when it is chosen elsewhere', () => {
    render(<Form first={AT} dayOne={null} />);
    type(DATE, '');
    press('На час позже');
    expect(field(DATE).value).toBe(toLocalField(AT + 3600));
  });

  it('is refused while its year is none that an order can end in', () => {
    function Order() {
      const [expiry, setExpiry] = useState<Expiry>(AT);
      const clock = { now: AT - 60, time: marketTime(null) };
      return <ExpiryField value={expiry} clock={clock} disabled={false} onChange={setExpiry} />;
    }
    render(<Order />);
    expect(screen.queryByRole('alert')).toBeNull();
    type(DATE, '0002-02-05T12:30');
    expect(screen.getByRole('alert').textContent).not.toBe('');
    type(DATE, '2027-02-05T12:30');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('a day and its clock', () => {
  it('can be cleared and typed anew', () => {
    render(<Form first={TENTH} dayOne={DAY_ONE} />);
    expect(field('День').value).toBe('10');
    type('День', '');
    again();
    expect(field('День').value).toBe('');
    expect(told).toEqual([]);
    type('День', '3');
    expect(told).toEqual([TENTH - 7 * 86_400]);
    type('Время', '');
    expect(field('Время').value).toBe('');
    fireEvent.blur(field('Время'));
    expect([field('День').value, field('Время').value]).toEqual(['3', '09:30']);
  });
});
