import { useSyncExternalStore } from 'react';
import { formatDateTime } from '@/lib/format.ts';
import { listenToLogAlarms } from '@/lib/log-alarms.ts';
import { logAlarms, type LogAlarm } from '@/lib/log-memory.ts';
import { CopyButton } from '@/ui/copy-button.tsx';
import { Fact, FactList } from '@/ui/fact-list.tsx';
import { Panel } from '@/ui/panel.tsx';
import { alarmTexts as texts } from './alarm-texts.ts';
import { ALARMS_ID } from './log-alarm.tsx';

/** What the server said, as it said it. */
function Said({ name, text, copy }: { name: string; text: string; copy: string }) {
  return (
    <div>
      <p className="text-xs text-secondary">{name}</p>
      <div className="mt-0.5 flex items-start gap-2">
        <pre className="min-w-0 flex-1 break-all whitespace-pre-wrap code font-sans">{text}</pre>
        <CopyButton text={text} label={copy} iconOnly className="-my-1" />
      </div>
    </div>
  );
}

function Alarm({ alarm: { kind, market, before, now, at } }: { alarm: LogAlarm }) {
  return (
    <li className="flex flex-col gap-3 border-t border-hairline pt-3 first:border-0 first:pt-0">
      <p className="font-semibold text-down">{texts.kinds[kind]}</p>
      <FactList className="max-w-md">
        {market !== null && <Fact name={texts.market}>{market}</Fact>}
        <Fact name={texts.found}>{formatDateTime(at / 1000)}</Fact>
      </FactList>
      <Said name={texts.before} text={before} copy={texts.copyBefore} />
      <Said name={texts.now} text={now} copy={texts.copyNow} />
    </li>
  );
}

/** Everything that this browser has caught the server at; nothing as long as it has caught it at nothing. */
export function AlarmDetails() {
  const alarms = useSyncExternalStore(listenToLogAlarms, logAlarms);
  if (alarms.length === 0) return null;
  return (
    <div id={ALARMS_ID} className="scroll-mt-16 rounded-lg ring-1 ring-down">
      <Panel title={texts.title}>
        <ul className="flex flex-col gap-4">
          {alarms.map((alarm) => (
            <Alarm key={`${alarm.kind} ${alarm.market ?? ''}`} alarm={alarm} />
          ))}
        </ul>
        <p className="mt-4 max-w-prose text-pretty text-secondary">{texts.what}</p>
      </Panel>
    </div>
  );
}
