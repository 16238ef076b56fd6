import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Money } from './money.tsx';

const drawn = (value: string): string => renderToStaticMarkup(<Money value={value} signed />);

describe('money with its sign', () => {
  it('has the colour of what is shown: none when that is nothing', () => {
    expect(drawn('0.004')).toContain('text-secondary');
    expect(drawn('0.004')).toContain('>0,00<');
    expect(drawn('0.01')).toContain('text-up');
    expect(drawn('-0.01')).toContain('text-down');
  });
});
