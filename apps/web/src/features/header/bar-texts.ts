export const texts = {
  navigation: 'Разделы',
  home: 'Главная',
  trade: 'Торговля',
  assets: 'Активы',
  history: 'История',
} as const;
