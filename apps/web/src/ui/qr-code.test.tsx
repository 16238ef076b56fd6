import { cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import { encode } from 'uqr';
import { afterEach, describe, expect, it } from 'vitest';
import { pathOf, QrCode } from './qr-code.tsx';

configure({ asyncUtilTimeout: 60_000 });

const ADDRESS = 'sim1e5xu4m0tk2q7xa9p3z0y6v8w4r2s5d7f9g3h4jk';

afterEach(cleanup);

/** Reads a path back into modules. */
function modulesOf(path: string, size: number): boolean[][] {
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  for (const [, x = '', y = '', width = ''] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let at = Number(x); at < Number(x) + Number(width); at += 1) rows[Number(y)]![at] = true;
  }
  return rows;
}

describe('QrCode', () => {
  it('draws exactly the dark modules', () => {
    const { data, size } = encode(ADDRESS, { ecc: 'M', border: 4 });
    expect(modulesOf(pathOf(data), size)).toEqual(data);
    expect(pathOf([[true, true, false, true], [false]])).toBe('M0 0h2v1h-2zM3 0h1v1h-1z');
  });

  it('has a name and a quiet zone of four modules', async () => {
    render(<QrCode text={ADDRESS} label="QR-код адреса" />);
    const image = screen.getByRole('img', { name: 'QR-код адреса' });
    await waitFor(() => expect(image.querySelector('path')).not.toBeNull());
    const size = Number(image.getAttribute('viewBox')?.split(' ')[2]);
    const rows = modulesOf(image.querySelector('path')?.getAttribute('d') ?? '', size);
    const edge = [...rows.slice(0, 4), ...rows.slice(-4)].flat();
    const sides = rows.flatMap((row) => [...row.slice(0, 4), ...row.slice(-4)]);
    expect([...edge, ...sides].some(Boolean)).toBe(false);
    expect(rows[4]?.[4]).toBe(true);
  });
});
