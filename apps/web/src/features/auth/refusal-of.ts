import { ApiError } from '@/api/client.ts';
import type { Refusal } from '@/lib/form.ts';
import { throttledText } from '@/lib/throttled.ts';

const FIELD_OF: Partial<Record<ApiError['code'], 'phone' | 'password'>> = {
  invalid_phone: 'phone',
  phone_taken: 'phone',
  password_too_short: 'password',
  password_too_common: 'password',
};

/** The server's refusal beside the field it is about; `fallback` when it gave no reason. */
export function refusalOf(error: unknown, fallback: string): Refusal<'phone' | 'password'> {
  if (!(error instanceof ApiError) || error.code === 'unknown') return { field: 'form', text: fallback };
  if (error.code === 'login_throttled') return { field: 'form', text: throttledText(error.message, error.details) };
  return { field: FIELD_OF[error.code] ?? 'form', text: error.message };
}
