import type { OperatorHealth } from '@plecho/contract';
import type { OperatorAccess } from './access.ts';
import type { AuditTrail } from './audit.ts';
import type { OperationReader } from './ports.ts';
import type { ScenarioAdministration } from './scenarios.ts';
import type { UserAdministration } from './users.ts';

/** What the operator area works with. */
export interface Operators {
  access: OperatorAccess;
  audit: AuditTrail;
  users: UserAdministration;
  scenarios: ScenarioAdministration;
  operations: OperationReader;
  health(): Promise<OperatorHealth>;
}
