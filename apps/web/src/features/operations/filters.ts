import type { Operation } from '@plecho/contract';
import type { OperationFilter } from '@/api/operations.ts';

/** Filters as chosen; '' stands for no filter. */
export interface OperationFilters {
  type: '' | Operation['type'];
  status: '' | Operation['status'];
}

export const NO_FILTERS: OperationFilters = { type: '', status: '' };

export const hasFilters = ({ type, status }: OperationFilters): boolean => type !== '' || status !== '';

export const serverFilter = ({ type, status }: OperationFilters): OperationFilter => ({
  ...(type === '' ? {} : { type }),
  ...(status === '' ? {} : { status }),
});
