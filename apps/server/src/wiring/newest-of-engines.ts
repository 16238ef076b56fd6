import { KeyNews, type KeyNewsOptions } from '../cluster/key-news.ts';
import { NewestKeys } from '../engine/newest-keys.ts';

/** The newest keys that this engine and the others are about to answer. */
export function newestOfEngines(options: KeyNewsOptions): NewestKeys {
  const news = new KeyNews(options);
  const newest = new NewestKeys((key) => news.tell(key));
  news.listen({ heard: (key) => newest.heard(key), missed: () => newest.forget() });
  return newest;
}
