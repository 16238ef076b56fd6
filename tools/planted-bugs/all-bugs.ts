import { ACCESS_BUGS } from './access-bugs.ts';
import { ALERT_BUGS } from './alert-bugs.ts';
import { CLASS_BUGS } from './class-bugs.ts';
import { CLOCK_BUGS } from './clock-bugs.ts';
import { COMMAND_BUGS } from './command-bugs.ts';
import { DOMAIN_BUGS } from './domain-bugs.ts';
import { DRILL_BUGS } from './drill-bugs.ts';
import { EDGE_BUGS } from './edge-bugs.ts';
import { ENGINE_BUGS } from './engine-bugs.ts';
import { FEED_BUGS } from './feed-bugs.ts';
import { ORDER_BUGS } from './order-bugs.ts';
import { OWNERSHIP_BUGS } from './ownership-bugs.ts';
import { PAYMENTS_BUGS } from './payments-bugs.ts';
import { GROWTH_BUGS } from './growth-bugs.ts';
import { GUESS_BUGS } from './guess-bugs.ts';
import { GUEST_BUGS } from './guest-bugs.ts';
import { HALT_BUGS } from './halt-bugs.ts';
import { LIMIT_BUGS } from './limit-bugs.ts';
import { LOG_BUGS } from './log-bugs.ts';
import { MESSAGE_BUGS } from './message-bugs.ts';
import { MONEY_BUGS } from './money-bugs.ts';
import { NETWORK_BUGS } from './network-bugs.ts';
import { OPERATOR_BUGS } from './operator-bugs.ts';
import { PROOF_BUGS } from './proof-bugs.ts';
import { REFUSAL_BUGS } from './refusal-bugs.ts';
import { RIGHTS_BUGS } from './rights-bugs.ts';
import { SCENARIO_BUGS } from './scenario-bugs.ts';
import { SERVED_LOG_BUGS } from './served-log-bugs.ts';
import { STORAGE_BUGS } from './storage-bugs.ts';
import { VERIFIER_BUGS } from './verifier-bugs.ts';
import { WEB_BUGS } from './web-bugs.ts';
import type { PlantedBug } from './bug.ts';

export const ALL_BUGS: readonly PlantedBug[] = [
  ...DOMAIN_BUGS,
  ...COMMAND_BUGS,
  ...GROWTH_BUGS,
  ...MONEY_BUGS,
  ...ENGINE_BUGS,
  ...ORDER_BUGS,
  ...CLASS_BUGS,
  ...DRILL_BUGS,
  ...GUESS_BUGS,
  ...GUEST_BUGS,
  ...CLOCK_BUGS,
  ...ALERT_BUGS,
  ...REFUSAL_BUGS,
  ...HALT_BUGS,
  ...EDGE_BUGS,
  ...FEED_BUGS,
  ...ACCESS_BUGS,
  ...LIMIT_BUGS,
  ...SCENARIO_BUGS,
  ...SERVED_LOG_BUGS,
  ...STORAGE_BUGS,
  ...LOG_BUGS,
  ...MESSAGE_BUGS,
  ...OWNERSHIP_BUGS,
  ...RIGHTS_BUGS,
  ...NETWORK_BUGS,
  ...PAYMENTS_BUGS,
  ...OPERATOR_BUGS,
  ...WEB_BUGS,
  ...PROOF_BUGS,
  ...VERIFIER_BUGS,
];
