import { describe, expect, it } from 'vitest';
import { spreadLabels } from './spread-labels.ts';

describe('spreadLabels', () => {
  it('leaves labels where they are when there is room', () => {
    expect(spreadLabels([100, 50], 300, 20)).toEqual([100, 50]);
  });

  it('moves neighbours apart and keeps their order', () => {
    expect(spreadLabels([52, 50], 300, 20)).toEqual([70, 50]);
  });

  it('keeps everything inside, pushing up from the lower edge', () => {
    expect(spreadLabels([-500, 900, 950], 300, 20)).toEqual([10, 270, 290]);
  });
});
