//! Interfaces that idspec is about to get, by way of those that it has.

pub trait Encode<const N: usize> {
    fn encode<'a>(&self, buffer: &'a mut [u8; N]) -> &'a str;
}

impl<T: idspec::Id, const N: usize> Encode<N> for T {
    fn encode<'a>(&self, buffer: &'a mut [u8; N]) -> &'a str {
        let text = self.to_text();
        let buffer = &mut buffer[..text.len()];
        buffer.copy_from_slice(text.as_bytes());
        std::str::from_utf8(buffer).unwrap_or_default()
    }
}
