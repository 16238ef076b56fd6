import { api, type AuditRecord } from '@plecho/contract';
import { Problem } from '../../lib/problem.ts';
import type { AuditedCall } from '../../operators/ports.ts';
import { handle } from '../handle.ts';
import { pageOf, pageRequest } from '../paging.ts';
import type { Server, Services } from '../server.ts';
import { audited } from './audited.ts';

const toRecord = ({ id, at, operatorPhone, targetPhone, action, details, status }: AuditedCall): AuditRecord => ({
  ...{ id: id.toString(), at, operatorPhone, targetPhone, action, details, status },
});

/** The audit log, newest first; looking at it is in it. */
export function operatorAuditRoutes(app: Server, services: Services): void {
  const { operators } = services;
  /** @throws Problem user_not_found for a phone that nobody has */
  const idOfUser = async (phone: string | undefined): Promise<bigint | undefined> => {
    if (phone === undefined) return undefined;
    const user = await operators.users.find(phone);
    if (user === null) throw new Problem('user_not_found');
    return user.id;
  };
  handle(app, api.admin.audit, (request) => {
    const { action, operator, target } = request.query;
    const { beforeId, limit } = pageRequest(request.query);
    const details = action === undefined ? {} : { action };
    return audited(services, request, { action: 'auditViewed', details }, async () => {
      const [operatorId, targetId] = [await idOfUser(operator), await idOfUser(target)];
      const found = await operators.audit.list({ beforeId, limit: limit + 1, action, operatorId, targetId });
      return pageOf(found.map(toRecord), limit, ({ id }) => id);
    });
  });
}
