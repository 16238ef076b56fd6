export const pictureTexts = {
  practice: (label: string) => `Плечо · Учебные деньги · ${label}`,
  alt: (symbol: string, interval: string) => `Снимок графика ${symbol}, ${interval}, с надписью «Учебные деньги»`,
  download: 'Скачать PNG',
  copy: 'Копировать',
  copied: 'Снимок скопирован',
  copyFailed: 'Браузер не дал скопировать снимок. Его можно скачать.',
  unavailable: 'График ещё не нарисован.',
  words: 'На снимке написано, что деньги учебные: его нельзя принять за настоящую торговлю.',
};
