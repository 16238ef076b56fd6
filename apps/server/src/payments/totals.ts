import { OPERATION_TYPES, type OperationType } from '@plecho/domain';

export type CountByType = Record<OperationType, number>;

export const noneByType = (): CountByType =>
  Object.fromEntries(OPERATION_TYPES.map((type) => [type, 0])) as CountByType;

/** Operations that were brought to their end since the start of the server. */
export class Totals {
  readonly completed = noneByType();
  readonly failed = noneByType();

  count(type: OperationType, isFailure: boolean): void {
    (isFailure ? this.failed : this.completed)[type] += 1;
  }
}
