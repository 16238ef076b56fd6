import { afterEach, expect } from 'vitest';
import { undescribed } from '../support/undescribed.ts';

/** Set up for every file, because the files of a worker share their modules: one that says it itself would be read once. */
afterEach(() => expect(undescribed.splice(0)).toEqual([]));
