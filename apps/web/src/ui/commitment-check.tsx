import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { commitmentText, type RevealedRecipe } from '@plecho/domain';
import { Icon } from './icons.tsx';

const words = {
  text: 'Рецепт и соль, записанные единственным способом:',
  hashed: 'SHA-256 этого текста, посчитанный в вашем браузере:',
  published: 'Отпечаток, опубликованный до старта:',
  same: 'Совпадает: это тот самый рецепт.',
  different: 'Не совпадает: рецепт другой.',
} as const;

/** Also where the browser's own hash is missing: it has none for pages that came without encryption. */
const hashOf = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));

/** Whether a recipe is the one that a scenario was published with, as anybody could find out with other tools, step by step. */
export function CommitmentCheck({ recipe, salt, commitment }: RevealedRecipe & { commitment: string }) {
  const text = commitmentText({ recipe, salt });
  const hash = hashOf(text);
  const isSame = hash === commitment;
  return (
    <ol className="flex list-decimal flex-col gap-3 pl-5 marker:text-muted">
      <li>
        <p className="text-secondary">{words.text}</p>
        <p className="mt-1 max-h-40 overflow-y-auto rounded bg-page p-2 text-xs break-all code">{text}</p>
      </li>
      <li>
        <p className="text-secondary">{words.hashed}</p>
        <p className="mt-1 break-all code">{hash}</p>
      </li>
      <li>
        <p className="text-secondary">{words.published}</p>
        <p className="mt-1 break-all code">{commitment}</p>
      </li>
      <li>
        <p role="status" className={isSame ? 'text-up' : 'text-down'}>
          <Icon name={isSame ? 'check' : 'alert'} className="mr-1.5 inline" />
          {isSame ? words.same : words.different}
        </p>
      </li>
    </ol>
  );
}
