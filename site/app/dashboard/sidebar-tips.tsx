import { Tooltip } from 'radix-ui';
import { createContext, useContext, type ReactElement, type ReactNode } from 'react';

const TipsActive = createContext(false);

/** Names beside the icons of a collapsed sidebar: after 700 ms, from one to the next within 300 ms at once. */
export function SidebarTips({ active, children }: { active: boolean; children: ReactNode }) {
  return (
    <Tooltip.Provider delayDuration={700} skipDelayDuration={300}>
      <TipsActive value={active}>{children}</TipsActive>
    </Tooltip.Provider>
  );
}

/** Shows what an icon is called, for those who see it without its word. */
export function SidebarTip({ label, children }: { label: string; children: ReactElement }) {
  if (!useContext(TipsActive)) return children;
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Tooltip.Content className="sidebar-tip" side="right" sideOffset={12}>
        {label}
      </Tooltip.Content>
    </Tooltip.Root>
  );
}
