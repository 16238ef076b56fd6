import { addressName, type AnswerOf, type Endpoint } from '@plecho/contract';
import { ApiError, addressed, errorOf, noAnswer, urlOf, type Carried } from './client.ts';

interface SendOptions {
  /** Bytes that have left so far. */
  onSent: (bytes: number) => void;
  signal: AbortSignal;
}

/**
 * Sends a file as it is. Not by fetch, which tells nothing of what has been sent.
 * @throws ApiError when it is refused or there is no answer; the signal's reason when it is called off
 */
export async function sendFile<E extends Endpoint & { bytes: true }>(
  endpoint: E,
  { params, query }: Pick<Carried, 'params' | 'query'>,
  file: Blob,
  { onSent, signal }: SendOptions,
): Promise<AnswerOf<E>> {
  const [method = '', path = ''] = addressed(addressName(endpoint), params).split(' ');
  const request = new XMLHttpRequest();
  const abort = (): void => request.abort();
  const answered = new Promise<void>((resolve, reject) => {
    request.onload = () => resolve();
    request.onerror = () => reject(noAnswer());
    request.onabort = () => reject(signal.reason as Error);
  });
  request.open(method, urlOf(path, query));
  request.setRequestHeader('accept', 'application/json');
  request.setRequestHeader('content-type', 'application/octet-stream');
  request.upload.onprogress = ({ loaded }) => onSent(loaded);
  signal.addEventListener('abort', abort);
  request.send(file);
  try {
    await answered;
  } finally {
    signal.removeEventListener('abort', abort);
  }
  const { status, responseText } = request;
  if (status < 200 || status > 299) throw await errorOf(new Response(responseText, { status }));
  try {
    return JSON.parse(responseText) as AnswerOf<E>;
  } catch {
    throw new ApiError('Request failed', status, 'unknown');
  }
}
