import { useRef, type SyntheticEvent } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldValues, Path, Resolver, UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import { REQUEST_ERRORS } from '@plecho/contract';

/** What is wrong, and where that is said: beside a field, or below the whole form. */
export interface Refusal<Field extends string> {
  field: Field | 'form';
  text: string;
}

/** The type of what the server refused, beside what the form itself found wrong. */
export const SERVER = 'server';

/** The library's name for the whole form. */
const pathOf = (field: string): string => (field === 'form' ? 'root' : field);

/** A check of a whole form: `judge` names what is wrong, in one field or in some; null when nothing is. */
export const judgedBy = <T extends FieldValues>(
  judge: (values: T) => Refusal<Path<T>> | readonly Refusal<Path<T>>[] | null,
) =>
  z.check<T>(({ value, issues }) => {
    for (const { field, text } of [judge(value) ?? []].flat()) {
      issues.push({ code: 'custom', input: value, path: pathOf(field).split('.'), message: text });
    }
  });

/** Asks a schema of the contract, with the checks of a form; what only the contract refuses is said as the server says it. */
export const resolverOf = <T extends FieldValues>(schema: z.ZodMiniType<T, T>): Resolver<T> =>
  zodResolver(schema, { error: () => REQUEST_ERRORS.invalid_request.text }, { mode: 'sync' });

/**
 * Sends a form that nothing is wrong with; a second call while one is under way does nothing.
 * @param send rejects when the form was refused
 * @param refusalOf where the reason is said
 */
export function useSubmit<T extends FieldValues>(
  { handleSubmit, setError }: UseFormReturn<T>,
  send: (values: T) => Promise<unknown>,
  refusalOf: (error: unknown, values: T) => Refusal<Path<T>> | Promise<Refusal<Path<T>>>,
): (event?: SyntheticEvent) => void {
  const isSending = useRef(false);
  const submit = handleSubmit(async (values) => {
    if (isSending.current) return;
    isSending.current = true;
    try {
      await send(values);
    } catch (error) {
      const { field, text } = await refusalOf(error, values);
      setError(field === 'form' ? 'root' : field, { type: SERVER, message: text });
    } finally {
      isSending.current = false;
    }
  });
  return (event) => {
    event?.preventDefault();
    if (!isSending.current) void submit(event);
  };
}

/** What a text field takes from its form. @param onChange called after each change by hand */
export function fieldOf<T extends FieldValues>(form: UseFormReturn<T>, name: Path<T>, onChange?: () => void) {
  return {
    ...form.register(name, onChange === undefined ? {} : { onChange }),
    error: form.getFieldState(name, form.formState).error?.message,
  };
}
