import * as z from 'zod/mini';

const text = (max: number) => z.string().check(z.maxLength(max));

/** Phone as typed: +7…, 8 9xx … with spaces or brackets; the server normalises it to E.164. */
export const credentials = z.strictObject({ phone: text(40), password: text(200) });
export const registration = z.strictObject({
  phone: text(40),
  password: text(200),
  firstName: z.optional(text(60)),
  lastName: z.optional(text(60)),
});
export const passwordChange = z.strictObject({ currentPassword: text(200), newPassword: text(200) });

export const user = z.strictObject({
  id: z.string(),
  /** null: a guest, who has no password either. */
  phone: z.nullable(z.string()),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  isBlocked: z.boolean(),
  /** Why the account is blocked, in words for its owner. */
  blockReason: z.nullable(z.string()),
  /** May enter the operator area, after its step-up. */
  isOperator: z.boolean(),
  createdAt: z.int(),
});
export type User = z.infer<typeof user>;

export const sessionInfo = z.strictObject({
  id: z.string(),
  createdAt: z.int(),
  lastSeenAt: z.int(),
  userAgent: z.string(),
  current: z.boolean(),
});
export const sessionList = z.strictObject({ items: z.array(sessionInfo) });
export type SessionInfo = z.infer<typeof sessionInfo>;
