import { paths } from '@/app/paths.ts';
import { Icon } from '@/ui/icons.tsx';
import { Link } from '@/ui/link.tsx';
import { alarmTexts as texts } from './alarm-texts.ts';

/** Where the details of alarms stand on the page of proofs. */
export const ALARMS_ID = 'alarms';

/** Over every screen once a server has contradicted itself; nothing closes it. */
export function LogAlarm() {
  return (
    <p
      role="alert"
      className="flex items-center justify-center gap-2 border-b border-down/60 bg-down-soft px-3 py-2 text-center text-xs text-down"
    >
      <Icon name="alert" />
      <span>
        {texts.bar}{' '}
        <Link href={`${paths.proof()}#${ALARMS_ID}`} className="font-semibold underline underline-offset-2">
          {texts.details}
        </Link>
      </span>
    </p>
  );
}
