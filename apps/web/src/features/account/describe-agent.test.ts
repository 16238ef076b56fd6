import { expect, it } from 'vitest';
import { describeAgent } from './describe-agent.ts';

it('names the browser and the system', () => {
  expect(describeAgent('Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140 Safari/537.36')).toBe(
    'Chrome, Windows',
  );
  expect(
    describeAgent(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18 Mobile Safari/604',
    ),
  ).toBe('Safari, iPhone');
  expect(describeAgent('Mozilla/5.0 (X11; Linux x86_64) Chrome/138 YaBrowser/25.8 Safari/537')).toBe(
    'Яндекс Браузер, Linux',
  );
  expect(describeAgent('')).toBe('Неизвестное устройство');
});
