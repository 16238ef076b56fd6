import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorState } from '@/ui/error-state.tsx';

const isOldPage = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|module script|Failed to fetch/i.test(error.message);

/** A screen that broke, or whose code could not be loaded because a newer version has been installed. */
export function RouteError({ error }: ErrorComponentProps) {
  const title = isOldPage(error) ? 'Не удалось загрузить экран' : 'На этом экране произошла ошибка';
  return (
    <main id="main" className="flex flex-1 items-center justify-center">
      <ErrorState
        title={title}
        hint="Ваши позиции хранятся на сервере, с ними ничего не случилось. Обновите страницу."
        onRetry={() => location.reload()}
      />
    </main>
  );
}
