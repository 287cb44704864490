import { useId, useState } from 'react';
import { readDesktopState, switchDesktop } from '../notifications/desktop-notifications.ts';
import { notificationTexts } from '../notifications/notification-texts.ts';
import { SwitchField } from '../screen/switch-field.tsx';

const t = notificationTexts.desktop;

export function DesktopSwitch() {
  const id = useId();
  const [state, setState] = useState(readDesktopState);
  return (
    <SwitchField
      checked={state === 'on'}
      id={id}
      label={t.label}
      onChange={(isOn) => void switchDesktop(isOn).then(setState)}
      text={t[state]}
    />
  );
}
