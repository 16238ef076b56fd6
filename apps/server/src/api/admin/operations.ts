import { api, type OwnedOperation } from '@plecho/contract';
import { Problem } from '../../lib/problem.ts';
import type { OwnedOperationRecord } from '../../operators/ports.ts';
import { toWireOperation } from '../../wire/payments.ts';
import { handle } from '../handle.ts';
import { pageOf, pageRequest } from '../paging.ts';
import type { Server, Services } from '../server.ts';
import { audited } from './audited.ts';

/** As people read it out: with or without the #, in any case. */
const CODE = /^#?REQ(\d{6,12})$/i;

const toRecord = ({ markets, clock }: Services, { phone, operation }: OwnedOperationRecord): OwnedOperation => ({
  phone,
  operation: toWireOperation(markets.mainId, operation, clock.now()),
});

/** Everybody's deposits and withdrawals: to read, never to decide (charter rule C4). */
export function operatorOperationRoutes(app: Server, services: Services): void {
  const { operators } = services;
  handle(app, api.admin.operations, (request) => {
    const { status } = request.query;
    const { beforeId, limit } = pageRequest(request.query);
    const details = status === undefined ? {} : { status };
    return audited(services, request, { action: 'transfersViewed', details }, async () => {
      const found = await operators.operations.list({ status, beforeId, limit: limit + 1 });
      return pageOf(
        found.map((view) => toRecord(services, view)),
        limit,
        ({ operation }) => operation.id,
      );
    });
  });

  handle(app, api.admin.operationByCode, (request) => {
    const digits = CODE.exec(request.params.code)?.[1];
    const details = digits === undefined ? {} : { code: `REQ${digits}` };
    return audited(services, request, { action: 'requestViewed', details }, async () => {
      const found = digits === undefined ? null : await operators.operations.byCode(BigInt(digits));
      if (found === null) throw new Problem('request_not_found');
      return toRecord(services, found);
    });
  });
}
